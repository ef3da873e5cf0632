"""What people say when they mean a category of the bounded schema: cue words, by subcategory, detail and value.

Cues are plain English phrases; `*` stands for any ending. They are what anybody knows of the language. Names of
brands,
artists and shows are not among them: those are taken from the schema itself, so that one that the schema does not
list is not known.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

SUBS: Mapping[str, str] = {
    "Restaurant": """
        restaurant*, eat, eating, ate, lunch, dinner, breakfast, brunch, dine*, dining, hungry, food, meal*, bite,
        cuisine*, cook*, snack*, craving, takeaway, table for, burger*, pizza, menu, place to eat, appetite, starving
        """,
    "Gas Station": "gas, gasoline, petrol, fuel*, refuel*, fill up, filling station*, tank, diesel, pump*",
    "Charging Station(in public)": """
        charging, charger*, charge, recharge*, charge point*, chargepoint*, battery, plug in, top up, top-up, ev, kwh,
        juice up, power up the car
        """,
    "Grocery Shopping": """
        grocer*, supermarket*, food shopping, shop for food, produce, market*, farm*, ingredients, pantry, vegetables,
        fruit*, weekly shop*, stock up, shopping list, milk, bread
        """,
    "Routing": """
        route*, routing, road*, highway*, motorway*, toll*, navigat*, way to, directions, drive to, take me to, trip,
        get to, path, destination, detour*, heading to, commute, journey
        """,
    "Traffic and Conditions": """
        traffic, congest*, jam*, road condition*, accident*, delay*, road work*, roadwork*, traffic update*, rush hour
        """,
    "Parking": """
        park, parking, parked, garage*, car park*, parking lot*, parking spot*, parking space*, place to leave
        the car
        """,
    "Climate Control": """
        climate, temperature, degree*, warm up, warmer, cooler, cool down, chilly, cold, hot, freezing, heat*, fan,
        airflow, air flow, vent*, ac on, air con*, air-con*, ac setting*, stuffy, seat heat*, heated seat*, air
        """,
    "Lighting and Ambience": """
        light*, lighting, lamp*, brightness, bright*, dim*, ambien*, mood, glow, interior color*, color*, colour*,
        illuminat*
        """,
    "Music": """
        music, song*, track*, tune*, playlist*, album*, artist*, band*, singer*, genre*, concert*, listen to music,
        streaming, beats, melody, musician*, sing along
        """,
    "Radio and Podcasts": """
        radio, podcast*, station on, broadcast*, news, headline*, episode*, fm, am, show, shows, current events,
        tune in
        """,
}
"""Words that people use around a subcategory, whatever they want of it."""

TOPICS: Mapping[str, str] = {
    "Favorite Cuisine": "cuisine*, kind of food, type of food, dishes, food from",
    "Preferred Restaurant Type": """
        type of restaurant, kind of restaurant, restaurant type, dining experience, dining style
        """,
    "Fast Food Preference": """
        burger*, fast food chain*, fast-food chain*, fries, drive-through, drive-thru, wrap place
        """,
    "Desired Price Range": """
        price range, expensive restaurant*, cheap restaurant*, expensive place*, cheap eats, cheap place to eat,
        cost of a meal
        """,
    "Dietary Preferences": "diet*, allerg*, intoleran*, i don't eat, i can't eat, i do not eat, meat-free",
    "Preferred Payment method": "pay with, pay by, paying, payment*, pay in, pay using, accepts, accept, takes cards",
    "Preferred Gas Station": "gas station*, petrol station*, fuel station*, gas brand, fuel brand",
    "Willingness to Pay Extra for Green Fuel": """
        green fuel*, greener fuel*, eco fuel*, eco-friendly fuel*, biofuel*, bio fuel*, sustainable fuel*, e-fuel*,
        environmentally friendly fuel*, environment-friendly fuel*, eco-friendly gas, green gas, renewable fuel*,
        cleaner fuel*, clean fuel*, green option*, eco-friendly option*, green energy fuel*
        """,
    "Price Sensitivity for Fuel": """
        fuel price*, gas price*, petrol price*, price of gas, price of fuel, cheap* gas, cheap* fuel, cheap* petrol,
        cost of fuel, cost of gas, fuel cost*, gas cost*, cheap* gas station*, cheap* place to fill, gas is cheap*,
        fuel is cheap*, save on fuel, save on gas, lowest price, best price, low-cost fuel
        """,
    "Preferred Charging Network": "charging network*, network, charging provider*, charging brand*",
    "Preferred type of Charging while traveling": """
        road trip*, highway*, travel*, trip*, journey*,
        on the road, on the go, long drive*, route, on the way
        """,
    "Preferred type of Charging when being at everyday points (f.e. work, grocery, restaurant)": """
        at work, work, office*, workplace, everyday, daily, errand*, shopping, shop, grocer*, restaurant*, gym, mall,
        supermarket*, cafe*, dining, lunch, dinner, usual stops, around town, points of interest, in town
        """,
    "Charging Station Amenities": """
        amenit*, facilities, while i wait, while waiting, while it charges, while charging
        """,
    "Preferred Supermarket Chains": "supermarket chain*, grocery store*, grocery chain*, supermarket, store chain*",
    "Preference for Local Markets/Farms or Supermarket": """
        local market*, farmers market*, farmer's market*, farmers' market*, local farm*, farm shop*, local produce,
        fresh produce, farm stand*, local vendor*, big supermarket*, local grocer*, large supermarket*
        """,
    "Avoidance of Specific Road Types": """
        avoid* highway*, avoid* toll*, avoid* motorway*, avoid* unpaved, avoid* dirt, no highway*, no toll*,
        no motorway*, toll-free, without toll*, road type*, off the highway*, stay off, back roads
        """,
    "Priority for Shortest Time or Shortest Distance": """
        shortest, fastest, quickest, fewest miles, fewest kilometers, least miles, least distance, quicker route,
        shorter route, less distance, save time, saves time, fastest route, shortest route, time-efficient
        """,
    "Tolerance for Traffic": """
        busy road*, heavy traffic, avoid* traffic, stuck in traffic, hate traffic, can't stand traffic, traffic jam*,
        mind traffic, mind the traffic, mind some traffic, little traffic, some traffic, less traffic, low traffic,
        low-traffic, tolerate traffic, traffic tolerance, handle traffic, congested, congestion, moderate traffic,
        least traffic, light traffic, crowded road*
        """,
    "Traffic Information Source Preferences": """
        traffic update*, traffic info*, traffic news, traffic source*, traffic alert*, traffic data, traffic report*,
        traffic insight*, traffic app*, source for traffic, check the traffic, real-time traffic
        """,
    "Willingness to Take Longer Route to Avoid Traffic": """
        longer route*, longer way, longer drive, longer path, takes longer, take longer, detour*, around the traffic,
        extra time, a bit longer, extra minutes, long way around, bypass traffic, even if it's longer, extra miles
        """,
    "Preferred Parking Type": """
        street parking, on-street, on street, off-street, off street, parking house*, parking-house*,
        parking structure*, multi-storey, multistory, on the street, kerbside, curbside, type of parking, parking type
        """,
    "Price Sensitivity for Paid Parking": """
        parking fee*, parking price*, parking cost*, cost of parking, price of parking, paid parking, cheap* parking,
        free parking, parking rate*, cheap* place to park, cheap* spot*, affordable parking, pay for parking,
        parking is expensive, expensive parking, price matter*, cost matter*, ignore cost, regardless of cost,
        regardless of price, regardless of the price, regardless of the cost, consider* price, consider* the price,
        consider* cost, consider* the cost, low* price, low* cost, inexpensive parking, parking budget
        """,
    "Distance Willing to Walk from Parking to Destination": """
        walk, walking, min away, minutes away, minute walk, minutes' walk, on foot, walking distance, far to walk
        """,
    "Preference for Covered Parking": """
        covered, under cover, undercover, roof*, shelter*, shade*, shaded, underground, indoor, indoors, sun beating,
        out of the sun, out of the rain, protected from the weather, weather, hail, rain, snow on the car, sheltered
        """,
    "Need for Handicapped Accessible Parking": """
        handicap*, disabled, disability, wheelchair*, accessible, accessibility, mobility
        """,
    "Preference for Parking with Security": """
        secur*, guard*, surveillance, cctv, safe parking, camera*, theft, stolen, break-in*, safe, safely, safety,
        monitored, safe place, safe spot, well-lit, watched
        """,
    "Preferred Temperature": "temperature, degree*, thermostat, celsius",
    "Fan Speed Preferences": "fan, fans, blower, fan speed, air flowing, breeze, breezy, ventilation",
    "Airflow Direction Preferences": """
        airflow, air flow, vent, vents, blow*, air direct*, direct the air, direction of the air, aim the air,
        air on, air at, air towards, air toward, air to
        """,
    "Seat Heating Preferences": """
        seat heat*, heated seat*, seat warm*, heat the seat*, warm the seat*, warm seat*, seat's heat*
        """,
    "Interior Lighting Brightness Preferences": """
        brightness, bright, brighter, brighten, dim, dimmed, dimmer, dimming, dimly, light level*, too dark, darker,
        lighting level*, light intensity
        """,
    "Interior Lighting Ambient Preferences": """
        ambien*, warm light*, cool light*, warm tone*, cool tone*, warm glow, cozy light*, warmer light*, cooler
        light*,
        mood light*, lights warm*, lights cool*, lighting warm*, lighting cool*, light tone*, warm hue*, cool hue*
        """,
    "Interior Lightning Color Preferences": """
        light color*, lighting color*, light colour*, color of the light*, interior color*, lights to
        """,
    "Favorite Genres": "genre*, kind of music, type of music, style of music, favorite music",
    "Favorite Artists/Bands": """
        artist*, band, bands, singer*, musician*, composer*, music by, songs by, tracks by, something by, discography,
        album by, anything by, latest from, concert by, works by
        """,
    "Favorite Songs": """
        song, the song, favorite song, my song, track, tune called, song called, play it again, on repeat
        """,
    "Preferred Music Streaming Service": """
        streaming service*, streaming app*, music service*, music app*, streaming platform*, music platform*,
        music streaming
        """,
    "Preferred Radio Station": "radio station*, radio, tune in to, tune into, fm, on air, frequency",
    "Favorite Podcast Genres": """
        podcast*, podcast genre*, podcast topic*, topic*, genre*, kind of podcast*, type of podcast*
        """,
    "Favorite Podcast Shows": "podcast*, show, episode*, series",
    "General News Source": """
        news source*, news from, news app*, news channel*, news outlet*, news service*, latest news, headlines,
        news update*, the news
        """,
}
"""Words that name a detail itself."""

WISHES = """
    always, prefer*, favorite*, favourite*, usually, usual, love*, i like, i'd like it, never, only, hate, can't
    stand,
    every time, from now on, in the future, for all future, permanently, by default, go-to, trust, stick to,
    stick with,
    i'm a fan, really into, into, enjoy*, my thing, important to me, crucial, must, make sure, rather,
    necessary, need to be
    """
"""Words that tell a lasting wish from one of the moment."""

ENDS = """
    no longer, not anymore, anymore, any more, stop, avoid, avoiding, exclude, excluding, skip, without, don't want,
    do not want, don't need, do not need, don't like, do not like, don't enjoy, don't eat, don't require, don't use,
    do not use, not use, not to use, remove, anything but, disable, i'm over, kind of over, think i'm over, tired of,
    not into, done with, ditch, cancel, not interested, isn't necessary, not necessary, not required, isn't required,
    no need, forget about, turn off, switch off, changed my mind, change my mind, not focus on, rule out, leave out,
    other than, instead of, never again, never play, never use, not associated, drop, off the list, had enough of,
    moving away from, move away from, ignore, disregard, does not include, doesn't include, doesn't offer,
    does not offer, not offer, isn't affiliated, not affiliated, that are not, that aren't, not looking for,
    to a different, non, don't care about, not a priority, no more, get rid of, not limited to, less focus on
    """
"""Words that take a wish back, or turn it round."""

ALLOWS = """
    allow*, include, fine with, okay with, ok with, don't mind, do not mind, no longer avoid, stop avoiding, use
    toll*,
    take the highway*, don't avoid, no need to avoid, no longer need to avoid, doesn't matter, i'm fine, it's okay,
    not worry about, don't have to avoid, open to
    """
"""The same for what is about avoiding something."""

_ONE_SIDED = frozenset(
    {"Avoidance of Specific Road Types", "Tolerance for Traffic", "Willingness to Take Longer Route to Avoid Traffic"}
)
"""Details that are about avoiding something: `avoid` does not take them back."""

KINDS: Mapping[str, str] = {
    "Restaurant": "Fast Food Preference",
    "Gas Station": "Preferred Gas Station",
    "Charging Station(in public)": "Preferred Charging Network",
    "Grocery Shopping": "Preferred Supermarket Chains",
    "Traffic and Conditions": "Traffic Information Source Preferences",
    "Music": "Preferred Music Streaming Service",
    "Radio and Podcasts": "Favorite Podcast Shows",
}
"""The detail whose values are names, by subcategory: where an unknown name of a thing goes."""

NEEDED: Mapping[str, str] = {
    "Preferred Payment method": "pay*, restaurant*, eat, food, dinner, lunch, accept*",
    "Willingness to Pay Extra for Green Fuel": "fuel*, gas, petrol, refuel*, biofuel*, tank",
    "Price Sensitivity for Fuel": "fuel*, gas, petrol, refuel*, tank, diesel, fill up",
    "Preferred type of Charging while traveling": "charg*, recharg*, top-up, top up, battery",
    "Preferred type of Charging when being at everyday points (f.e. work, grocery, restaurant)": """
        charg*, recharg*, top-up
        """,
    "Charging Station Amenities": "charg*, recharg*, top-up, top up, plug in",
    "Tolerance for Traffic": "traffic, congest*, jam*, busy road*, slowdown*",
    "Willingness to Take Longer Route to Avoid Traffic": "traffic, congest*, jam*",
    "Preferred Parking Type": "park*",
    "Price Sensitivity for Paid Parking": "park*, garage*",
    "Distance Willing to Walk from Parking to Destination": "park*, garage*",
    "Preference for Covered Parking": "park*, garage*",
    "Need for Handicapped Accessible Parking": "park*, spot*, space*",
    "Preference for Parking with Security": "park*, garage*, leave the car, leave my car",
    "Fan Speed Preferences": "fan, fans, blower, airflow, air flow, air, ventilation, breeze",
    "Airflow Direction Preferences": "air*, vent*, blow*, fan",
    "Seat Heating Preferences": "seat*",
    "Interior Lighting Brightness Preferences": "light*, bright*, dim*, lamp*, glow",
    "Interior Lighting Ambient Preferences": "light*, ambien*, glow, lamp*",
    "Interior Lightning Color Preferences": "light*, color*, colour*, ambien*, glow, lamp*",
    "Favorite Podcast Genres": "podcast*, episode*",
    "Favorite Podcast Shows": "podcast*, episode*",
}
"""Words of which a conversation must have one for a detail to be meant at all."""

MOMENTARY = frozenset(
    {
        "Priority for Shortest Time or Shortest Distance",
        "Tolerance for Traffic",
        "Preferred Temperature",
        "Fan Speed Preferences",
        "Interior Lighting Brightness Preferences",
    }
)
"""Details that people also speak of for the moment alone: a wish that does not say that it lasts counts less."""

ALONE = frozenset(
    {
        "Favorite Cuisine",
        "Dietary Preferences",
        "Fast Food Preference",
        "Preferred Gas Station",
        "Preferred Charging Network",
        "Preferred Supermarket Chains",
        "Traffic Information Source Preferences",
        "Favorite Artists/Bands",
        "Favorite Songs",
        "Preferred Music Streaming Service",
        "Preferred Radio Station",
        "Favorite Podcast Shows",
        "General News Source",
    }
)
"""Details whose values say by themselves what is meant; `high` and `yes` do not."""


def takes_back(detail: str) -> str:
    """The cues that turn a wish of this detail round."""
    return ALLOWS if detail in _ONE_SIDED else ENDS


@lru_cache(maxsize=2048)
def cue_pattern(cues: str) -> re.Pattern[str]:
    """A pattern that finds any of the cues as whole words, whatever the case; for no cues, one that finds nothing."""
    phrases = [" ".join(phrase.split()) for phrase in cues.split(",")]
    written = [_written(phrase) for phrase in sorted(filter(None, phrases), key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(written)})(?!\w)" if written else r"(?!)", re.IGNORECASE)


def _written(phrase: str) -> str:
    parts = (re.escape(part).replace(r"\*", r"\w*").replace("'", "['\u2019]") for part in phrase.split(" "))
    return r"\s+".join(parts)
