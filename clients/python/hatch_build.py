"""Adds to the packages what lies outside of this folder: the generated code and the license."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OutsideFiles(BuildHookInterface[Any]):
    """Finds the files in the repository, or where a source distribution has them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Names the files to the builder."""
        root = Path(self.root)
        packed = root / "gen" / "platonic"
        generated = packed if packed.is_dir() else root.parents[1] / "gen" / "python" / "platonic"
        is_source = self.target_name == "sdist"
        build_data["force_include"][str(generated)] = "gen/platonic" if is_source else "platonic"
        if is_source:
            build_data["force_include"][str(root.parents[1] / "LICENSE")] = "LICENSE"
