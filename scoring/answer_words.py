"""Comparing an answer in words with the right one: pure functions on two texts.

`token_f1` and `locomo_score` follow LoCoMo (arXiv 2402.17753, its evaluation code): commas, case, punctuation and the
words a, an, the, and do not matter, words are compared by their stem (Porter, Program 14, 1980), and repetitions
count. `equals` and `contains` compare words as they are, in any script.
"""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import snowballstemmer  # type: ignore[import-untyped]

from memory.embedded.words import runs

LOCOMO_CATEGORIES = ("multi-hop", "temporal", "open-domain", "single-hop", "adversarial")
"""The question types that have a rule of LoCoMo's."""

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_FILLERS = re.compile(r"\b(?:a|an|the|and)\b")
_ARTICLES = frozenset(("a", "an", "the"))
_REFUSALS = ("no information available", "not mentioned")
_STEMMER = snowballstemmer.stemmer("porter")

_HALF_OF_DAY = re.compile(r"(?<=\d)\s*([ap])\.?m\b\.?", re.IGNORECASE)
_BARE_FRACTION = re.compile(r"(?<![\w.])\.(?=\d)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NO_CENTS = re.compile(r"(?<=\d)\.0+(?!\.?\d)")
_INSIDE_NUMBER = re.compile(r"(?<=\d)[.:](?=\d)")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b[dm]r\.)(?<!\bms\.)(?<!\bmrs\.)(?<!\bst\.)\s|\n")
_BEFORE_IT = re.compile(r"(?:[\W_]|(?:(?:i'm|i am) )?(?:so |very )?sorry\b|unfortunately\b|answer:)+")
"""Marks and regrets before what an answer says."""
_UNKNOWING = re.compile(
    r"\bno (?:relevant |such |specific )?(?:information|mention|record|answer|data|details?)\b"
    r"|\bnot (?:enough|sufficient) (?:information|context|data|details?)\b|\binsufficient (?:information|context)\b"
    r"|(?:\b(?:not|never|neither)|n't) (?:been |explicitly |specifically )?"
    r"(?:mention(?:ed)?|stated?|specif(?:y|ied)|provided?|said|told|discussed|recorded|known|available)\b"
    r"|(?:^|\b(?:i|we) (?:really |honestly |simply |just )?)(?:don't|do not|can't|cannot|can not|could not|couldn't) "
    r"(?:really |currently |actually )?(?:know|find|recall|remember)\b"
    r"|\b(?:i|we) have no (?:idea|memory|knowledge)\b|\bno way (?:of knowing|to know|to tell)\b"
    r"|(?:\bdid not|\bdidn't) (?:say|specify|discuss)\b(?! (?:no|yes)\b)"
    r"|\b(?:don't|do not|doesn't|does not|can't|cannot|can not|could not|couldn't) "
    r"(?:tell|say|determine|answer|be (?:determined|answered|known|found))\b"
    r"|\b(?:don't|do not|doesn't|does not) (?:have|contain|include) (?:any |that |this |enough |such |the )?"
    r"(?:relevant |specific )?(?:information|mention|record|data|details?|knowledge)\b"
    r"|\b(?:not |im)possible to (?:answer|determine|find|tell|say|know)\b|\b(?:nobody|no one) knows\b"
    r"|\bi(?:'m| am) not sure\b"
    r"|\bunable to (?:answer|determine|find|tell|say)\b|\b(?:is|are|remains?) unknown\b"
    r"|^(?:unknown|unspecified|unanswerable|n/a)\b(?! to\b)"
)


def token_f1(answer: str, reference: str) -> float:
    """The F1 of the answer's words against the reference's, as multisets of stems; 0 where they share none."""
    said, right = _tokens(answer), _tokens(reference)
    common = sum((Counter(said) & Counter(right)).values())
    return 2 * common / (len(said) + len(right)) if common else 0.0


def locomo_score(category: str, answer: str, reference: str) -> float:
    """LoCoMo's score of an answer, between 0 and 1, by the rule of the question's category.

    multi-hop: both sides are split at commas; the mean over the reference's parts of the best F1 of any of the
    answer's. open-domain: of the reference only what stands before the first semicolon. adversarial: 1 where the
    answer says `no information available` or `not mentioned`, else 0, whatever the reference. All others: plain F1.
    """
    match category:
        case "multi-hop":
            parts = reference.split(",")
            return sum(max(token_f1(said, part) for said in answer.split(",")) for part in parts) / len(parts)
        case "open-domain":
            return token_f1(answer, reference.partition(";")[0])
        case "adversarial":
            return float(any(refusal in answer.lower() for refusal in _REFUSALS))
        case _:
            return token_f1(answer, reference)


def equals(answer: str, reference: str) -> bool:
    """Whether both have the same words in the same order, articles, case and punctuation apart; not where none has.

    A reference without any word, such as an emoji, is equal to itself alone.
    """
    wanted = _words(reference)
    if not wanted:
        return bool(reference.strip()) and answer.strip() == reference.strip()
    return _words(answer) == wanted


def contains(answer: str, reference: str) -> bool:
    """Whether the reference's words stand in the answer, side by side and in order, articles between them apart.

    A reference without any word, or of an article alone, must be the whole answer.
    """
    wanted, said = _words(reference), _all_words(answer)
    if _ARTICLES.issuperset(wanted):
        return equals(answer, reference)
    return any(_stands_at(i, said, wanted) for i, word in enumerate(said) if word == wanted[0])


def abstains(answer: str) -> bool:
    """Whether the answer's first sentence says that nobody knows, in English; an empty answer says nothing."""
    said = answer.strip().lower().replace("’", "'")
    before = _BEFORE_IT.match(said)
    first = _SENTENCE_END.split(said[before.end() :] if before else said, maxsplit=1)[0]
    return _UNKNOWING.search(first) is not None


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """The Porter stem of a word in lower case; words of other scripts stay as they are."""
    return str(_STEMMER.stemWord(word))


def _tokens(text: str) -> list[str]:
    plain = text.lower().translate(_PUNCTUATION)
    return [stem(word) for word in _FILLERS.sub(" ", plain).split()]


def _words(text: str) -> list[str]:
    """The words of a text without articles; what it ends in is none: the A of `vitamin A`."""
    words = _all_words(text)
    return [word for word in words[:-1] if word not in _ARTICLES] + words[-1:]


def _all_words(text: str) -> list[str]:
    return runs(_with_whole_numbers(text))


def _stands_at(start: int, said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the wanted words are said from the place `start` on, articles between them apart."""
    met = 0
    for place in range(start, len(said)):
        word = said[place]
        if word == wanted[met]:
            met += 1
            if met == len(wanted):
                return True
        elif word not in _ARTICLES:
            return False
    return False


def _with_whole_numbers(text: str) -> str:
    """The text with each number and clock time as one word: 5 is no part of 13.5, and 1,500 is 1500 and 1500.00.

    7:30pm and 7:30 p.m. are 7:30 pm, .5 is 0.5, and full-width signs are plain ones.
    """
    plain = _HALF_OF_DAY.sub(r" \1m", unicodedata.normalize("NFKC", text))
    joined = _NO_CENTS.sub("", _THOUSANDS.sub("", _BARE_FRACTION.sub("0.", plain)))
    return _INSIDE_NUMBER.sub(lambda found: "p" if found[0] == "." else "h", joined)
