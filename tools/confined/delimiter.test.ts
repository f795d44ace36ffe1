import { expect, test } from "vitest";
import { sniffDelimiter } from "./delimiter.ts";

test.each([
  [",", "a,b\n1,2\n"],
  [";", "이름;값\n가;1,5\n나;2,5\n"],
  ["\t", "a\tb, c\n1\t2\n"],
  ["|", "a|b|c\r\n1|2|3\r\n"],
  [",", '"a;b;c",d\n"1;2;3",4\n'],
  [",", '"x\ny;z",d\n"1",4\n'],
  [",", "one column\nonly\n"],
  [",", ""],
  [";", "a;b"],
])("finds %j in %j", (delimiter, head) => {
  expect(sniffDelimiter(head)).toBe(delimiter);
});
