"""The arithmetic of the calculator, without anything of the studio."""

import math
from decimal import Context, Decimal

EXACT = Context(prec=40)


def calculate(a: float, b: float, op: str) -> float | str:
    """Returns `a op b`, worked out in decimals so that 0.1 + 0.2 is 0.3, or "Error: …" with what to change."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return "Error: a and b must be finite numbers below 1.8e308."
    if op == "/" and b == 0:
        return "Error: division by zero; b must not be 0 when op is /."
    operations = {"+": EXACT.add, "-": EXACT.subtract, "*": EXACT.multiply, "/": EXACT.divide}
    result = float(operations[op](Decimal(repr(a)), Decimal(repr(b))))
    if math.isinf(result):
        return "Error: the result is beyond 1.8e308; use smaller numbers."
    return result
