"""The desk: the use cases of a campaign, one function each, in files named after what they do.

Nothing is imported here, so that a quick check does not pay for what it does not use: `from pbem.desk.checking
import check`. The desk prints nothing and reads no clock; the current time is a value that the caller gives.
"""
