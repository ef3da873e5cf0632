from replay.fact_words import content_words, people_in_order, read_fact


def test_the_day_and_the_clock_time_in_front_are_no_words_of_a_fact() -> None:
    assert read_fact("[March 1, 2025] At 8:00 AM, Ada opened the sunroof.").counts.keys() == {"ada", "open", "sunroof"}


def test_what_is_quoted_and_a_number_count_full_and_what_is_narrated_half() -> None:
    fact = read_fact("[March 1, 2025] At 8:00 AM, Ada said: 'The fan roars.' She lowered it to 2.")
    assert fact.counts == {"ada": 0.5, "lower": 0.5, "2": 1.0, "fan": 1.0, "roar": 1.0}


def test_an_apostrophe_ends_no_quote() -> None:
    fact = read_fact("Ben said: 'I can't stand Ada's heater. It's noon!' He left.")
    assert fact.sentences == ("i can t stand ada s heater", "it s noon")
    assert fact.narration == ("ben", "said", "he", "left")


def test_a_quoted_sentence_of_fewer_than_three_words_is_not_looked_for_whole() -> None:
    assert read_fact("Ben said: 'Too bright. I am cold.'").sentences == ("i am cold",)


def test_an_empty_fact_has_no_words() -> None:
    fact = read_fact("")
    assert (dict(fact.counts), fact.sentences, fact.narration) == ({}, (), ())


def test_numbers_in_words_and_in_digits_are_the_same_word() -> None:
    assert content_words("zero nineteen thirty-five seventy") == ("0", "19", "35", "70")
    assert content_words("level 007") == ("level", "7")
    assert content_words("twenty of the five") == ("20", "5")


def test_one_is_no_number_since_it_mostly_stands_for_a_thing() -> None:
    assert content_words("that one") == ()
    assert content_words("twenty-one") == ("21",)


def test_endings_and_the_spelling_of_names_of_settings_do_not_matter() -> None:
    assert content_words("seatHeating_levels") == ("seat", "heat", "level")
    assert set(content_words("dimmed dims dim")) == {"dim"}
    assert set(content_words("close closed closing")) == {"clos"}


def test_words_of_a_script_without_spaces_are_read_in_pairs() -> None:
    assert content_words("座椅加热 3") == ("座椅", "椅加", "加热", "3")


NAMES = {"Ada Lee": ["ada", "lee"], "Ada Fox": ["ada", "fox"], "Ben": ["ben"]}


def test_people_are_found_in_the_order_in_which_a_fact_names_them() -> None:
    assert people_in_order(["ben", "drove", "ada", "fox"], NAMES) == [{"Ben"}, {"Ada Fox"}]


def test_a_first_name_that_two_share_may_be_either_and_a_last_name_is_enough() -> None:
    assert people_in_order(["ada", "drove", "lee"], NAMES) == [{"Ada Lee", "Ada Fox"}, {"Ada Lee"}]


def test_one_who_is_known_by_a_part_of_the_name_is_meant_too() -> None:
    assert people_in_order(["ada", "lee"], NAMES | {"Ada": ["ada"]}) == [{"Ada Lee", "Ada"}]


def test_nobody_is_found_where_nobody_is_named() -> None:
    assert people_in_order([], NAMES) == people_in_order(["rain"], NAMES) == people_in_order(["ada"], {}) == []
