import pytest

import zermelo


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder of tables that all tests share: a small game is solved once."""
    return str(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="session")
def tictactoe(folder):
    return zermelo.Game("tictactoe").solve(folder)
