"""What people call the values that the bounded schema knows, and some that it does not list: by detail and value.

The rule is that of `memory.embedded.category_words`: plain language only, no name of a brand, an artist or a show.
"""

from collections.abc import Mapping

_AC = "ac, ac charg*, alternating current, slow charg*, normal charg*"
_DC = "dc, dc charg*, direct current"
_HPC = """
    hpc, high power*, high-power*, fast charg*, rapid charg*, quick charg*, ultra-fast, ultrafast, high-speed
    charg*, high speed charg*, fastest charg*
    """
_LOW = """
    low, lower, lowest, minimum, minimal, min, gentle, gently, soft, softer, mild, subtle, slow, weak, light
    breeze, down, dim, dimmed, dimmer, little
    """
_MEDIUM = "medium, moderate, mid, middle, average, balanced, halfway, in between"
_HIGH = """
    high, higher, highest, max, maximum, maximize, full, full blast, strong, stronger, powerful, fast, all the
    way up, bright, brightest, brighter
    """

VALUES: Mapping[str, Mapping[str, str]] = {
    "Favorite Cuisine": {
        "Italian": "italian, pasta, pizza*, lasagna, risotto",
        "Chinese": "chinese, dim sum, dumpling*, chow mein, szechuan, cantonese",
        "Mexican": "mexican, taco*, burrito*, enchilada*, quesadilla*, tex-mex",
        "Indian": "indian, curry, curries, tandoori, naan, masala",
        "American": "american, barbecue, bbq, steakhouse*",
        "Japanese": "japanese, sushi, ramen",
        "Thai": "thai",
        "French": "french",
        "Greek": "greek",
        "Spanish": "spanish, tapas",
        "Turkish": "turkish, kebab*",
        "Korean": "korean",
        "Vietnamese": "vietnamese, pho",
    },
    "Preferred Restaurant Type": {
        "Fast food": "fast food, fast-food, quick meal, quick bite, drive-through, drive-thru",
        "Casual dining": "casual, casual dining, laid-back, relaxed place, relaxed atmosphere",
        "Fine dining": "fine dining, fine-dining, gourmet, elegant, michelin",
        "Buffet": "buffet*, all-you-can-eat, all you can eat, self-serve",
    },
    "Desired Price Range": {
        "cheap": "cheap*, budget*, inexpensive, affordable, low-priced, low price*, not too expensive, economical",
        "normal": "normal price*, normal-priced, normally priced, mid-range, midrange, moderate*, reasonably priced, "
        "reasonable price*, average price*, medium price*",
        "expensive": "expensive, high-end, upscale, luxur*, pricey, premium, splurge",
    },
    "Dietary Preferences": {
        "Vegetarian": "vegetarian*, veggie, meatless, no meat, meat-free",
        "Vegan": "vegan*, plant-based, plant based",
        "Gluten-Free": "gluten*, celiac, coeliac",
        "Dairy-Free": "dairy*, lactose, milk-free",
        "Halal": "halal",
        "Kosher": "kosher",
        "Nut Allergies": "nut, nuts, peanut*, nut-free",
        "Seafood Allergies": "seafood, shellfish, fish allerg*, shrimp*",
    },
    "Preferred Payment method": {
        "Cash": "cash, cash-only, coins, bills",
        "Card": "card, cards, credit, debit, contactless",
    },
    "Willingness to Pay Extra for Green Fuel": {
        "Yes": "pay extra, pay more, pay a bit more, costs more, worth it, even if, more expensive, extra cost, "
        "environment*, green*, eco*, sustainab*",
        "No (cheapest prefered)": """
            cheapest, not pay extra, don't want to pay, not worth, regular fuel, too expensive,
            """
        "don't care about green, not interested in green",
    },
    "Price Sensitivity for Fuel": {
        "Always cheapest": "always the cheapest, cheapest, lowest price*, best price, lowest cost, lowest-priced",
        "Rather cheapest": "rather, cheaper, cheap, reasonabl*, affordable, decent price, not too expensive",
        "Price is irrelevant": """
            price doesn't matter, price is irrelevant, don't care about the price, don't mind the price, irrelevant,
            whatever the price, regardless of price, regardless of the price, price isn't, price is not, cost isn't,
            cost doesn't matter, cost is no, regardless of cost, price is no, no matter the price, no matter the cost,
            don't care about price, price no, ignore price*, ignore the price
            """,
    },
    "Preferred type of Charging while traveling": {"AC": _AC, "DC": _DC, "HPC": _HPC},
    "Preferred type of Charging when being at everyday points (f.e. work, grocery, restaurant)": {
        "AC": _AC,
        "DC": _DC,
        "HPC": _HPC,
    },
    "Charging Station Amenities": {
        "On-site amenities (Restaurant/cafes)": """
            cafe*, café*, coffee, restaurant*, on-site, on site, snack*, bite, food, eat, amenit*
            """,
        "Wi-Fi availability": "wi-fi, wifi, wireless, internet, hotspot",
        "Seating area": "seat*, seating, sit, sit down, bench*, lounge",
        "Restroom facilities": "restroom*, toilet*, bathroom*, washroom*, wc",
    },
    "Preference for Local Markets/Farms or Supermarket": {
        "Local Markets/Farms": """
            local market*, farmer* market*, local farm*, farm shop*, local produce, farm*, local vendor*
            """,
        "Supermarket": "supermarket*, big store*, grocery chain*",
    },
    "Avoidance of Specific Road Types": {
        "Highways": "highway*, motorway*, freeway*, interstate*",
        "Toll roads": "toll*",
        "Unpaved roads": "unpaved, dirt road*, gravel, off-road, bumpy road*, dirt",
    },
    "Priority for Shortest Time or Shortest Distance": {
        "Shortest Time": "fastest, quickest, shortest time, quicker, saves time, save time, least time, faster",
        "Shortest Distance": """
            shortest distance, shortest, fewest miles, least miles, shorter, fewer miles, shortest path
            """,
    },
    "Tolerance for Traffic": {
        "Low": """
            avoid*, hate, can't stand, low, less, least, no traffic, little, stress*, no patience, free of
            traffic, quiet
            """,
        "Medium": "some traffic, medium, moderate, a bit of traffic, a little traffic, mild traffic",
        "High": "don't mind, doesn't bother, can handle, fine with, okay with, heavy traffic, high, tolerate",
    },
    "Traffic Information Source Preferences": {
        "In-car system": "in-car, built-in, onboard, on-board, car's own, car's system, the car's",
    },
    "Willingness to Take Longer Route to Avoid Traffic": {
        "Yes": "longer, detour*, around, bypass, extra, alternate, avoid*",
        "No (traffic tolerated for fastest route)": """
            fastest, through traffic, despite, don't want to take, no detour*, quickest
            """,
    },
    "Preferred Parking Type": {
        "On-street": "on-street, on street, on the street, street parking, curbside, kerbside, roadside",
        "Off-street": "off-street, off street, off the street",
        "Parking-house": """
            parking-house*, parking house*, garage*, parking structure*, multi-storey, multistory, parkhouse
            """,
    },
    "Price Sensitivity for Paid Parking": {
        "Always considers price first": "cheap*, always, free, lowest, first, low-cost, priority",
        "Sometimes considers price": "sometimes, reasonabl*, moderate, fair, occasionally, depending, compare",
        "Never considers price": """
            never, ignore, regardless, doesn't matter, don't care, don't mind, no matter, irrelevant, not an issue,
            any price, whatever the, not a concern, isn't a concern, money is no
            """,
    },
    "Distance Willing to Walk from Parking to Destination": {
        "less than 5 min (accepting possible higher cost)": """
            5 min*, five min*, 5-min*, five-min*, very close, as close as, super close
            """,
        "less than 10 min (accepting possible higher cost)": "10 min*, ten min*, 10-min*, ten-min*",
        "not relevant (closest with low cost)": """
            don't mind walking, distance doesn't, any distance, far as, happy to walk, not relevant, longer
            walk, walk further, walk farther
            """,
    },
    "Preference for Covered Parking": {
        "Yes": "covered, cover, roof*, shelter*, shade*, underground, indoor*, under",
        "Indifferent to Covered Parking": """
            don't care, doesn't matter, don't mind, indifferent, uncovered, out in the open, covered or not, not
            important
            """,
    },
    "Need for Handicapped Accessible Parking": {"Yes": "handicap*, disabled, wheelchair*, accessible"},
    "Preference for Parking with Security": {
        "Yes": "secur*, guard*, surveillance, cctv, safe*, camera*, monitored",
        "Indifferent to Parking Security": """
            don't care, doesn't matter, don't mind, indifferent, not important, no need
            """,
    },
    "Fan Speed Preferences": {"Low": _LOW, "Medium": _MEDIUM, "High": _HIGH},
    "Airflow Direction Preferences": {
        "Face": "face, my face, head, upper body",
        "Feet": "feet, foot, legs, footwell, toes, floor",
        "Centric": "centric, center, centre, central, chest, middle",
        "Combined": "combined, combination, both, everywhere, face and feet, mix",
    },
    "Seat Heating Preferences": {"Low": _LOW, "Medium": _MEDIUM, "High": _HIGH},
    "Interior Lighting Brightness Preferences": {"Low": _LOW, "Medium": _MEDIUM, "High": _HIGH},
    "Interior Lighting Ambient Preferences": {
        "Warm": "warm*, cozy, cosy",
        "Cool": "cool*, cold light*, crisp",
    },
    "Interior Lightning Color Preferences": {
        color: f"{color.lower()}, {color.lower()}ish"
        for color in ("Red", "Blue", "Green", "Yellow", "White", "Pink", "Purple", "Orange", "Turquoise")
    },
    "Favorite Genres": {
        "Pop": "pop, pop music, pop song*, pop hits",
        "Rock": "rock, rock music, rock and roll, rock song*",
        "Jazz": "jazz*",
        "Classical": "classical, symphon*, orchestra*",
        "Country": "country music, country song*, country tune*, country",
        "Rap": "rap, hip-hop, hip hop, rap music",
        "Folk": "folk",
        "Soul": "soul, r&b",
        "Metal": "metal",
        "Blues": "blues",
        "Electronic": "electronic, techno, edm, house music",
    },
    "Favorite Podcast Genres": {
        "News": "news, current affairs, current events",
        "Technology": "tech, technology, gadgets, tech podcast*",
        "Entertainment": "entertainment, celebrit*, pop culture",
        "Health": "health*, wellness, fitness, nutrition",
        "Science": "science, scientific, scientist*, astronomy",
        "History": "history, historical",
        "Comedy": "comedy, funny",
        "Sports": "sport, sports, football",
        "Business": "business, finance, economics",
        "True crime": "true crime",
    },
}
"""Other ways to say a known value; the value itself is always one."""
