import { Decimal } from "decimal.js";

/** The result of `a op b` as decimal digits: exact to 40 digits, so that 0.1 + 0.2 is 0.3; a quotient has 17. */
export function calculate({ a, b, op }: { a: number; b: number; op: "+" | "-" | "*" | "/" }): string {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return "Error: a and b must be finite numbers below 1.8e308.";
  if (op === "/" && b === 0) return "Error: division by zero; b must not be 0 when op is /.";
  const [left, right] = [new Exact(a), new Exact(b)];
  switch (op) {
    case "+":
      return left.plus(right).toString();
    case "-":
      return left.minus(right).toString();
    case "*":
      return left.times(right).toString();
    case "/":
      return left.dividedBy(right).toSignificantDigits(17).toString();
  }
}

const Exact = Decimal.clone({ precision: 40, toExpPos: 21, toExpNeg: -7 });
