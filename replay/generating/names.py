"""Names of people, of many places in the world; nobody in particular is meant."""

import random

_NAMES: tuple[tuple[str, str], ...] = (
    # given names, family names that go with them
    ("Amara Chidi Ngozi Obinna", "Okafor Eze Nwosu Adeyemi"),
    ("Kenji Haruka Sota Misaki", "Ishikawa Morita Hayashi Nakano"),
    ("Itziar Joaquín Rocío Matías", "Carrasco Villalba Quiroga Peralta"),
    ("Łukasz Zofia Wojciech Kinga", "Zielińska Kowalczyk Mazurek Sikora"),
    ("Farida Youssef Salma Tarek", "Mansour Haddad Nassar Khoury"),
    ("Priyanka Arjun Meenakshi Rohan", "Iyer Banerjee Deshpande Kulkarni"),
    ("Solveig Torbjørn Ragnhild Eirik", "Haugen Lindqvist Solberg Nygård"),
    ("Thandiwe Sipho Nomvula Bongani", "Mokoena Dlamini Khumalo Ndlovu"),
    ("Minh Thuy Quang Linh", "Nguyen Tran Pham Dang"),
    ("Leilani Tane Moana Sione", "Kealoha Tuilagi Parata Fonoti"),
    ("Giulia Ettore Chiara Lorenzo", "Bellandi Ferrante Moretti Zanetti"),
    ("Ayşe Kerem Zeynep Emre", "Yıldız Demirel Aksoy Karaca"),
    ("Nadezhda Bohdan Oksana Taras", "Shevchuk Kravets Bondar Melnyk"),
    ("Wambui Kiprono Achieng Baraka", "Kamau Odhiambo Mutua Wanjala"),
    ("Xiaolan Jianyu Meiqi Haoran", "Zhang Liang Ouyang Fang"),
    ("Saoirse Fionn Aoife Cormac", "Gallagher Brennan Kavanagh Doherty"),
)

MOST_PEOPLE = 2 * len(_NAMES)
"""How many people can share a car without sharing a given or a family name."""


def draw_people(n: int, rng: random.Random) -> tuple[str, ...]:
    """`n` full names, no two of which have a given or a family name in common; `n` is at most `MOST_PEOPLE`."""
    origins = [pair for pair in _NAMES for _ in range(2)]
    rng.shuffle(origins)
    taken: set[str] = set()
    people: list[str] = []
    for given, family in origins[:n]:
        names = [rng.choice([name for name in names.split() if name not in taken]) for names in (given, family)]
        taken.update(names)
        people.append(" ".join(names))
    return tuple(people)
