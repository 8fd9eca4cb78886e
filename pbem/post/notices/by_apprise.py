"""Every service that apprise knows, if the extra `notify` is installed: Matrix, Telegram, ntfy and many others."""

from __future__ import annotations

import logging
import warnings

from pbem.post.carriers import Permanent, Temporary


def tell(url: str, title: str, text: str) -> None:
    """Send a notice. The address is a secret and stands in no error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the packages that it brings
        _tell(url, title, text)


def _tell(url: str, title: str, text: str) -> None:
    try:
        import apprise
    except ImportError:
        raise Temporary("the extra is missing: pip install 'pbem[notify]'") from None
    log = logging.getLogger("apprise")
    log.propagate = False
    log.addHandler(logging.NullHandler())  # its log would show addresses
    sender = apprise.Apprise()
    if not sender.add(url):
        raise Permanent("apprise does not know this kind of address: `apprise --details` lists them")
    if not sender.notify(title=title, body=text, body_format=apprise.NotifyFormat.TEXT):
        raise Temporary("apprise could not deliver it")
