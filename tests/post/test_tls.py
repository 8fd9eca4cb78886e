"""A box at a provider: TLS with a certificate that is checked, or no connection at all."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from pbem.post.boxes.box import NoBox
from pbem.post.boxes.choice import box_of
from pbem.post.settings import Settings, read_settings
from tests.post.offices import SETTINGS
from tests.post.servers import ELSEWHERE, PASSWORD, dovecot

pytestmark = pytest.mark.needs("dovecot")


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A folder with a certificate for the other address of this machine, signed by nobody else, and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(ELSEWHERE))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "cert.pem").write_bytes(made.public_bytes(Encoding.PEM))
    (tmp_path / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return tmp_path


def settings(folder: Path, port: int) -> Settings:
    secret, file = folder / "password", folder / "mail.toml"
    secret.write_text(PASSWORD, encoding="utf-8")
    secret.chmod(0o600)
    box = f'imap = "{ELSEWHERE}:{port}"\nuser = "judge"\npassword_file = "{secret}"'
    file.write_text(SETTINGS.replace('maildir = "box"', box), encoding="utf-8")
    return read_settings(str(file))


def test_mail_comes_over_tls_from_a_server_whose_certificate_is_known(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    with dovecot(certificate) as (port, mail):
        (mail / "new" / "1.test").write_bytes(b"Subject: orders\n\nmove GE-5 to 1903\n")
        box = box_of(settings(certificate, port))
        assert box is not None
        with closing(box):
            found = [one.data for one in box.mails()]
    assert found == [b"Subject: orders\r\n\r\nmove GE-5 to 1903\r\n"]


def test_a_server_that_cannot_show_who_it_is_gets_no_password(certificate: Path) -> None:
    with dovecot(certificate) as (port, mail):
        with pytest.raises(
            NoBox, match=f"{ELSEWHERE} cannot be reached: its certificate is not trusted .*SSL_CERT_FILE"
        ):
            box_of(settings(certificate, port))
        log = (mail.parent / "log").read_text(encoding="utf-8")
    assert "Login: user=" not in log


def test_a_server_without_tls_gets_no_password(certificate: Path) -> None:
    with dovecot() as (port, mail):
        with pytest.raises(NoBox, match=f"{ELSEWHERE} cannot be reached: it does not speak TLS at this port"):
            box_of(settings(certificate, port))
        log = (mail.parent / "log").read_text(encoding="utf-8")
    assert "Login: user=" not in log
