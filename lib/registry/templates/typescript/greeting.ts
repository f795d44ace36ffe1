/** The logic, apart from the interface: import it in a test and call it. */
const WORDS = { en: (name: string) => `Hello, ${name}!`, ko: (name: string) => `안녕하세요, ${name} 님!` };

export function greet(name: string, { language, signature }: { language: "en" | "ko"; signature: string | null }) {
  // The model reads this and can act on it; an exception would tell it nothing.
  if (name.trim() === "") return "Error: `name` is empty; give the name of the person to greet.";
  const greeting = WORDS[language](name.trim());
  return signature ? `${greeting}\n${signature}` : greeting;
}
