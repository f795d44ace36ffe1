"""The logic, apart from the interface: import it in a test and call it."""

from typing import Optional

WORDS = {"en": "Hello, {name}!", "ko": "안녕하세요, {name} 님!"}


def greet(name: str, language: str, signature: Optional[str]) -> str:
    if not name.strip():
        # The model reads this and can act on it; an exception would tell it nothing.
        return "Error: `name` is empty; give the name of the person to greet."
    greeting = WORDS[language].format(name=name.strip())
    return f"{greeting}\n{signature}" if signature else greeting
