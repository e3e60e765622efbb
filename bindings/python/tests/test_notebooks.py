"""The notebooks run from their first cell to their last, and are kept without outputs."""

import json
import pathlib

import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_there_are_eight_notebooks():
    assert len(NOTEBOOKS) >= 8


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_kept_without_outputs(notebook):
    for cell in json.loads(notebook.read_text())["cells"]:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs(notebook, tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    if notebook.stem == "jupedsim":
        pytest.importorskip("pedpy")
    read = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(read, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    drawn = [output for cell in read.cells for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})]
    assert drawn or notebook.stem in ("any_radius", "many_paths", "models", "scenarios", "jupedsim")
