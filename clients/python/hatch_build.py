"""Generates the messages of the contract, and adds to the packages what lies outside of this folder.

`python hatch_build.py` generates them in `gen/`, where tests and linters of this folder look for them.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTRACT = "../../gen/descriptors/clients.binpb"
SERVICES = "../../gen/python/services"
LICENSE = "../../LICENSE"
# Its code is a package of others, and one message alone needs it: the one that joins the details of errors.
DETAILS, JOINED = "google/rpc/error_details.proto", "StatusDetails"


class GeneratedCode(BuildHookInterface[Any]):
    """Generates in the repository; a source distribution has the generated code."""

    def dependencies(self) -> list[str]:
        """Names the generator, in the version that tests have."""
        if self._is_packed():
            return []
        requirements = Path(self.root, "tools/requirements.txt").read_text(encoding="utf-8").splitlines()
        return [line for line in requirements if line.startswith("grpcio-tools==")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Names the files to the builder."""
        root = Path(self.root)
        code = root / "gen"
        if not self._is_packed():
            self._scratch = TemporaryDirectory()
            code = Path(self._scratch.name)
            generate(root, code)
        is_source = self.target_name == "sdist"
        build_data["force_include"][str(code / "platonic")] = "gen/platonic" if is_source else "platonic"
        if is_source:
            build_data["force_include"][str(root / LICENSE)] = "LICENSE"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes what was generated."""
        if not self._is_packed():
            self._scratch.cleanup()

    def _is_packed(self) -> bool:
        return Path(self.root, "PKG-INFO").is_file()


def generate(root: Path, target: Path) -> None:
    """Writes the package `platonic` with messages and typed clients."""
    from google.protobuf.descriptor_pb2 import FileDescriptorSet
    from grpc_tools import protoc

    contract = FileDescriptorSet.FromString((root / CONTRACT).read_bytes())
    remove_details(contract)
    own = [file.name for file in contract.file if file.name.startswith("platonic/")]
    with TemporaryDirectory() as scratch:
        descriptors = Path(scratch, "contract.binpb")
        descriptors.write_bytes(contract.SerializeToString())
        options = [f"--descriptor_set_in={descriptors}", f"--python_out={target}", f"--pyi_out={target}"]
        if protoc.main(["protoc", *options, *own]) != 0:
            raise RuntimeError(f"protoc does not generate from {descriptors}: it says why above")
    for path in target.rglob("*_pb2.py*"):
        path.write_text(strictly_typed(path.read_text(encoding="utf-8")).rstrip("\n") + "\n", encoding="utf-8")
    package = target / "platonic"
    for folder in {folder for path in package.rglob("*_pb2.py") for folder in (path.parent, path.parent.parent)}:
        (folder / "__init__.py").touch()
    (package / "__init__.py").write_text(
        '"""Messages and typed clients of the contract, generated."""\n', encoding="utf-8"
    )
    (package / "py.typed").touch()
    shutil.copytree(root / SERVICES, package / "services", ignore=shutil.ignore_patterns("__pycache__"))


def remove_details(contract: Any) -> None:
    """Removes what would need a package beside that of protobuf."""
    for file in contract.file:
        if DETAILS in file.dependency:
            file.dependency.remove(DETAILS)
            kept = [message for message in file.message_type if message.name != JOINED]
            del file.message_type[:]
            file.message_type.extend(kept)


def strictly_typed(text: str) -> str:
    """Mends types with which the generator's stubs do not pass strict checks."""
    typed = re.sub(r"^(\w+): _ClassVar\[int\]$", r"\1: int", text, flags=re.MULTILINE)
    typed = re.sub(r"_Mapping(?=\]| \|)", "_Mapping[str, _Any]", typed).replace("**kwargs)", "**kwargs: _Any)")
    return f"from typing import Any as _Any\n{typed}" if "_Any" in typed else typed


if __name__ == "__main__":
    here = Path(__file__).parent
    shutil.rmtree(here / "gen", ignore_errors=True)
    (here / "gen").mkdir()
    generate(here, here / "gen")
