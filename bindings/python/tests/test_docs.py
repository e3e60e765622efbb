"""The examples in docstrings and in the README run."""

import doctest
import importlib
import pathlib

import pytest

import navigant
import navigant._run


def test_docstrings() -> None:
    for module in (navigant, navigant._run):
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0


def test_docstrings_of_the_interface_of_jupedsim() -> None:
    pytest.importorskip("shapely")
    names = ("distributions", "geometry_utils", "routing", "simulation")
    for module in [importlib.import_module(f"navigant.jupedsim.{name}") for name in names]:
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0


def test_classes_have_docstrings_that_run() -> None:
    found = {test.name for test in doctest.DocTestFinder().find(navigant) if test.examples}
    assert {"navigant.Map", "navigant.Crowd", "navigant.Map.find_paths", "navigant.Outline"} <= found


def test_everything_public_is_documented() -> None:
    for name in navigant.__all__:
        value = getattr(navigant, name)
        assert value.__doc__, name
        if not isinstance(value, type):
            continue
        for method, function in vars(value).items():
            if not method.startswith("_") and callable(function):
                assert function.__doc__, f"{name}.{method}"


def test_readme() -> None:
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.failed == 0 and result.attempted > 10
