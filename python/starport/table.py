"""Tables: lists of rows, and pandas DataFrames of them."""
from typing import Any, Dict, List, Mapping, Optional, Sequence


def numpy_module() -> Any:
    """The module numpy. Raises ImportError, with what to install, where it is not there."""
    try:
        import numpy
    except ImportError:
        raise ImportError("arrays need numpy (Debian: python3-numpy)") from None
    return numpy


def frame(rows: Sequence[Any], columns: Sequence[str]) -> Any:
    """The rows as a pandas DataFrame. Raises ImportError, with what to install, where pandas is not there."""
    try:
        import pandas  # type: ignore[import]
    except ImportError:
        raise ImportError("frames need pandas (Debian: python3-pandas)") from None
    return pandas.DataFrame(rows, columns=list(columns))


def categories(values: Sequence[str]) -> Any:
    """The type of ordered categoricals with these values, where pandas is there."""
    from pandas.api.types import CategoricalDtype  # type: ignore[import]
    return CategoricalDtype(values, ordered=True)


class Table(List[Dict[str, Any]]):
    """A list of rows, each a dictionary with the same keys, the columns. ordered: the values of columns of texts that
    have an order, in it."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[Any]],
                 ordered: Optional[Mapping[str, Sequence[str]]] = None) -> None:
        super().__init__(dict(zip(columns, row)) for row in rows)
        self.columns, self.ordered = list(columns), dict(ordered or {})

    def frame(self) -> Any:
        """The table as a pandas DataFrame; columns with an order are ordered categoricals."""
        made = frame([list(row.values()) for row in self], self.columns)
        for column, values in self.ordered.items():
            made[column] = made[column].astype(categories(values))
        return made
