"""What our own files hold: types are strict, and a field that nobody knows is refused."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """The base of a record in a file of ours, or in one whose fields are all known."""

    model_config = ConfigDict(strict=True, extra="forbid")
