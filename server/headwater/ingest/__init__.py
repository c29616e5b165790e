"""Writing over HTTP: bodies within limits, the dialect's parser, and the one merge, shared by waiting requests."""
