"""The certificates by which servers are verified, read once: a client that reads them itself takes long to make."""

import ssl
from functools import cache

import httpx2


@cache
def verified(*, trust_env: bool = True) -> ssl.SSLContext:
    """What verifies servers as `httpx2` does by itself, for any client that takes such a context.

    With `trust_env` the variables SSL_CERT_FILE and SSL_CERT_DIR name other certificates.
    """
    return httpx2.create_ssl_context(trust_env=trust_env)
