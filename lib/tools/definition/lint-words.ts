const VAGUE = new Set(
  "data info input value val param params arg args obj object item thing stuff foo bar tmp temp test var str num field".split(
    " ",
  ),
);
const TELLING_WORDS = 3;

/** Whether a name says nothing, with no description of some words that does. */
export function isVagueName(name: string, description: string): boolean {
  const isVague = VAGUE.has(name.toLowerCase()) || /^[a-z]\d*$/i.test(name);
  return isVague && description.split(/\s+/).filter((word) => word !== "").length < TELLING_WORDS;
}

const MEASURED = new Set(
  [
    "timeout duration delay interval wait period ttl elapsed lifetime distance length width height depth radius size weight",
    "mass volume area speed velocity temperature price amount cost fee salary budget angle pressure frequency memory storage",
    "시간 기간 간격 거리 길이 너비 폭 높이 크기 무게 온도 가격 금액 비용 속도",
  ]
    .join(" ")
    .split(" "),
);
const UNIT_WORDS = new RegExp(
  `\\b(${[
    "s|sec|secs|seconds?|ms|milliseconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|px|pixels?|points?|pt|em",
    "percent|percentage|bytes?|[kmgt]i?b|characters?|chars?|items?|rows?|results?|pages?|tokens?|lines?|words?|m|km|cm|mm",
    "met(?:er|re)s?|miles?|feet|inch(?:es)?|kg|g|grams?|kilograms?|lbs?|lit(?:er|re)s?|ml|celsius|fahrenheit|kelvin|degrees?",
    "radians?|usd|eur|krw|jpy|won|dollars?|euros?|cents?|k?hz|pascals?|bar|watts?|volts?|kmh|mph|unit|currency",
  ].join("|")})\\b|[%°$€₩]|초|분|시간 단위|일 단위|원\\b|픽셀|바이트|미터|글자|개`,
  "i",
);

/** Whether a number measures something and neither its name nor its description says in what. */
export function lacksUnit(name: string, description: string): boolean {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => MEASURED.has(word)) && !UNIT_WORDS.test(`${words.join(" ")} ${description}`);
}

const WORD = "[\\w.+-]{1,40}";
const BETWEEN = "\\s*(?:,\\s*or|,\\s*and|,|/|\\||or|and|또는|혹은)\\s*";
const CUE =
  "one of|either|must be|can be|options(?: are)?|choices(?: are)?|(?:allowed|valid|possible)(?: values)?(?: are)?|중 하나";
const QUOTED = `(?:"${WORD}"|'${WORD}'|\`${WORD}\`)`;
const LISTS = [
  new RegExp(`(?:${CUE})[:\\s]+(${QUOTED}(?:${BETWEEN}${QUOTED})+)`, "i"),
  new RegExp(`(?:${CUE})[:\\s]+(${WORD}(?:${BETWEEN}${WORD})+?)(?=\\s*(?:[.;)]\\s|[.;)]?$))`, "i"),
  new RegExp(`(${WORD}(?:\\|${WORD})+)`),
];

/** The values that a description lists as the only ones; empty when it lists none, or only gives examples. */
export function listedChoices(description: string): string[] {
  for (const list of LISTS) {
    const [, listed] = list.exec(description) ?? [];
    const values = listed?.split(new RegExp(BETWEEN)).map((value) => value.replace(/^["'`]|["'`]$|\.$/g, ""));
    if (values && new Set(values).size > 1) return [...new Set(values)];
  }
  return [];
}
