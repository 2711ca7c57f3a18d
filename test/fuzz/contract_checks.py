"""What the service promises beyond what its contract can say, checked on every answer."""

import json

import schemathesis
from hypothesis import strategies as st


def _instants():
    # The database knows no offset of 16 hours or more, and no instant outside four digits of years.
    days = st.dates().map(str)
    times = st.times().map(lambda time: time.isoformat())
    offsets = st.sampled_from(["Z", "Z", "+00:00", "-12:00", "+05:45", "+14:00", "-15:59"])
    return st.builds("{}T{}{}".format, days, times, offsets).filter(lambda text: "0002" < text[:4] < "9999")


schemathesis.openapi.format("date-time", _instants())


@schemathesis.check
def mismatches_are_real(ctx, response, case):
    """A request that keeps to the contract may be refused for its state, never for a mismatch with the schema."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    errors = json.loads(response.content).get("errors", [])
    # What a rule beyond the schema refuses has no place in it.
    mismatches = [error for error in errors if error["schemaPath"]]
    assert not mismatches, f"Refused a request that keeps to the contract: {mismatches}"


@schemathesis.check
def problems_are_whole(ctx, response, case):
    """An error is a problem whose status, request id and path are those of the answer."""
    if response.status_code < 400 or case.method.upper() == "HEAD":
        return
    problem = json.loads(response.content)
    (media_type,) = response.headers["content-type"]
    assert media_type == "application/problem+json", f"An error came as {media_type}"
    assert problem["status"] == response.status_code, "The status of the body is not that of the answer"
    assert problem["instance"].startswith("/"), "The instance is no path"
    assert response.headers["x-request-id"][0], "The answer has no request id"
