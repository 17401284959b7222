"""The notebooks run from the first cell to the last, and are kept without what they printed."""
import pathlib

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code and all(not cell.outputs and cell.execution_count is None for cell in code), "clear the outputs before you commit"
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in code for output in cell.outputs]
    assert not [output for output in shown if output.output_type == "error"]
    if path.stem == "what_a_table_knows":
        kinds = {kind for output in shown for kind in output.get("data", {})}
        assert "image/svg+xml" in kinds and "image/png" in kinds  # boards and plots


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 2
