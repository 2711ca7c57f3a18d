"""Generates the operations and the models of the package from the contract, with openapi-python-client.

Usage: python generate.py ../../generated/openapi.json
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

here = Path(__file__).parent
package = here / "src" / "agency_service"
methods = {"get", "put", "post", "patch", "delete"}


def with_json_successes(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with the responses that an operation returns. Problems are exceptions; pages and streams are left out."""
    paths = {}
    for path, item in contract["paths"].items():
        kept = {}
        for method, operation in item.items():
            if method not in methods:
                kept[method] = operation
                continue
            successes = {
                status: response for status, response in operation["responses"].items() if status.startswith("2")
            }
            types = {media for response in successes.values() for media in response.get("content", {})}
            if types <= {"application/json"}:
                kept[method] = {**operation, "responses": successes}
        if methods & kept.keys():
            paths[path] = kept
    return {**contract, "paths": paths}


def objects_of(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of a part of a document."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, (dict, list)):
        for each in list(value.values() if isinstance(value, dict) else value):
            yield from objects_of(each)


def resolved(contract: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """The component to which a reference refers; what is not a reference, as it is."""
    found: Any = contract if "$ref" in value else value
    for name in value.get("$ref", "#").split("/")[1:]:
        found = found[name]
    return cast(dict[str, Any], found)


def with_texts(contract: dict[str, Any], name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an argument that also accepts a plain text as a value of an enumeration or as an instant."""
    found = resolved(contract, schema)
    if "enum" in resolved(contract, found.get("items", {})):
        others = [{"type": "array", "items": {"type": "string"}}]
    elif found.get("enum") == ["true", "false"]:
        others = [{"type": "boolean"}, {"type": "string"}]
    elif "enum" in found or found.get("format") == "date-time":
        others = [{"type": "string"}]
    else:
        return schema
    # The name of an enumeration that is not a component comes from its title.
    first = schema if "$ref" in schema else {**schema, "title": name}
    return {"description": found.get("description", ""), "anyOf": [first, *others]}


def request_schemas(
    contract: dict[str, Any], value: Any, found: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The components to which the body of a request refers, by reference."""
    for each in objects_of(value):
        reference = each.get("$ref")
        if reference and reference not in found:
            found[reference] = resolved(contract, each)
            request_schemas(contract, found[reference], found)
    return found


def with_plain_arguments(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with ids that are texts, and with arguments that may be plain texts."""
    for each in objects_of(contract):
        if each.get("format") == "uuid":
            del each["format"]
    operations = [item[method] for item in contract["paths"].values() for method in methods & item.keys()]
    parameters = [
        resolved(contract, each)
        for item in (*contract["paths"].values(), *operations)
        for each in item.get("parameters", [])
    ]
    for parameter in parameters:
        if parameter["in"] == "query":
            parameter["schema"] = with_texts(contract, parameter["name"], parameter["schema"])
    bodies = [operation["requestBody"] for operation in operations if "requestBody" in operation]
    for schema in request_schemas(contract, bodies, {}).values():
        for name, member in schema.get("properties", {}).items():
            schema["properties"][name] = with_texts(contract, name, member)
    return contract


def longest_list(contract: dict[str, Any]) -> int:
    """The most values of a list filter, which is the same for all."""
    parameters = [each for each in objects_of(contract) if each.get("in") == "query"]
    (longest,) = {
        each["maxItems"] for each in objects_of(parameters) if each.get("type") == "array" and "maxItems" in each
    }
    return int(longest)


def contract_module(contract: dict[str, Any]) -> str:
    """The release of the contract, and the models of its events."""
    release = "{:04d}-{:02d}-{:02d}".format(*map(int, contract["info"]["version"].split(".")))
    schemas = {
        event: item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
        for event, item in contract["webhooks"].items()
    }
    models = "".join(f"    {schema},\n" for schema in sorted(set(schemas.values())))
    entries = "".join(f'    "{event}": {schema}.from_dict,\n' for event, schema in schemas.items())
    return f'''"""Generated from the contract. Do not edit."""

from collections.abc import Callable, Mapping
from typing import Any

from .models import (
{models})

VERSION = "{release}"
"""The release that this package was generated for."""

KnownWebhookEvent = {" | ".join(schemas.values())}

LIST_VALUES = {longest_list(contract)}
"""The most values of a list filter."""

MODELS: Mapping[str, Callable[[Mapping[str, Any]], KnownWebhookEvent]] = {{
{entries}}}
'''


def generate(document: Path) -> None:
    contract = with_plain_arguments(with_json_successes(json.loads(document.read_text("utf-8"))))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "openapi.json").write_text(json.dumps(contract), "utf-8")
        (folder / "config.json").write_text(
            json.dumps({"post_hooks": ["ruff check . --fix --silent --extend-select=I", "ruff format . --silent"]}),
            "utf-8",
        )
        command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
        inputs = ["--path", str(folder / "openapi.json"), "--config", str(folder / "config.json")]
        output = ["--output-path", str(folder / "client"), "--custom-template-path", str(here / "templates")]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        subprocess.run([*command, *inputs, *output], check=True, env={**os.environ, "PATH": path})
        # The argument has the same name as in the other package.
        for module in (folder / "client" / "api").rglob("*.py"):
            module.write_text(module.read_text("utf-8").replace("service_idempotency_key", "idempotency_key"), "utf-8")
        for part in ("api", "models"):
            shutil.rmtree(package / part, ignore_errors=True)
            shutil.copytree(folder / "client" / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("client.py", "types.py"):
            shutil.copy(folder / "client" / part, package / part)
        (package / "contract.py").write_text(contract_module(contract), "utf-8")


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
