"""The bounded schema of CarMem: what may be remembered of a person, and nothing else.

Categories, types and attributes are those of `categories_v4.csv`, which the authors of CarMem (Kirmayr et al., 2025,
arXiv 2501.09645) publish with their data: 4 main categories, 11 subcategories, 41 details. `several`: a person may
have several of these at a time (the file's MP); `one`: a new one takes the old one's place (MNP).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Holds = Literal["several", "one"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """A detail category with what stands above and below it."""

    main: str
    sub: str
    name: str
    holds: Holds
    attributes: tuple[str, ...]
    """Known values; others may be remembered, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The details that may be remembered, in the order of the file."""

    details: tuple[Detail, ...]

    def __iter__(self) -> Iterator[Detail]:
        """The details."""
        return iter(self.details)

    @property
    def subs(self) -> tuple[str, ...]:
        """The subcategories, each once."""
        return tuple(dict.fromkeys(detail.sub for detail in self.details))

    def find(self, name: str) -> Detail | None:
        """The detail of that name, whatever the case; None where there is none."""
        wanted = name.strip().casefold()
        return next((detail for detail in self.details if detail.name.casefold() == wanted), None)

    def without_sub(self, sub: str) -> "Schema":
        """The schema of a person who does not want anything of a subcategory remembered."""
        return Schema(details=tuple(detail for detail in self.details if detail.sub != sub))

    def without_attribute(self, name: str, attribute: str) -> "Schema":
        """The schema with one value less among the known ones of a detail; an unknown value changes nothing."""
        return Schema(details=tuple(_less(d, attribute) if d.name == name else d for d in self.details))


def _less(detail: Detail, attribute: str) -> Detail:
    return replace(detail, attributes=tuple(known for known in detail.attributes if known != attribute))


_LEVELS = "Low | Medium | High"
_CHARGING = "AC | DC | HPC"

_TREE: dict[str, dict[str, tuple[tuple[str, Holds, str], ...]]] = {
    "Points of Interest": {
        "Restaurant": (
            ("Favorite Cuisine", "several", "Italian | Chinese | Mexican | Indian | American"),
            ("Preferred Restaurant Type", "several", "Fast food | Casual dining | Fine dining | Buffet"),
            ("Fast Food Preference", "several", "BiteBox Burgers | GrillGusto | SnackSprint | ZippyZest | WrapRapid"),
            ("Desired Price Range", "one", "cheap | normal | expensive"),
            (
                "Dietary Preferences",
                "several",
                "Vegetarian | Vegan | Gluten-Free | Dairy-Free | Halal | Kosher | Nut Allergies | Seafood Allergies",
            ),
            ("Preferred Payment method", "one", "Cash | Card"),
        ),
        "Gas Station": (
            ("Preferred Gas Station", "several", "PetroLux | FuelNexa | GasGlo | ZephyrFuel | AeroPump"),
            ("Willingness to Pay Extra for Green Fuel", "one", "Yes | No (cheapest prefered)"),
            ("Price Sensitivity for Fuel", "one", "Always cheapest | Rather cheapest | Price is irrelevant"),
        ),
        "Charging Station(in public)": (
            (
                "Preferred Charging Network",
                "several",
                "ChargeSwift | EcoPulse Energy | VoltRise Charging | AmpFlow Solutions | ZapGrid Power",
            ),
            ("Preferred type of Charging while traveling", "one", _CHARGING),
            (
                "Preferred type of Charging when being at everyday points (f.e. work, grocery, restaurant)",
                "one",
                _CHARGING,
            ),
            (
                "Charging Station Amenities",
                "several",
                "On-site amenities (Restaurant/cafes) | Wi-Fi availability | Seating area | Restroom facilities",
            ),
        ),
        "Grocery Shopping": (
            (
                "Preferred Supermarket Chains",
                "several",
                "MarketMingle | FreshFare Hub | GreenGroove Stores | BasketBounty Markets | PantryPulse Retail",
            ),
            ("Preference for Local Markets/Farms or Supermarket", "one", "Local Markets/Farms | Supermarket"),
        ),
    },
    "Navigation and Routing": {
        "Routing": (
            ("Avoidance of Specific Road Types", "several", "Highways | Toll roads | Unpaved roads"),
            ("Priority for Shortest Time or Shortest Distance", "one", "Shortest Time | Shortest Distance"),
            ("Tolerance for Traffic", "one", _LEVELS),
        ),
        "Traffic and Conditions": (
            (
                "Traffic Information Source Preferences",
                "one",
                "In-car system | NavFlow Updates | RouteWatch Alerts | TrafficTrendz Insights",
            ),
            (
                "Willingness to Take Longer Route to Avoid Traffic",
                "one",
                "Yes | No (traffic tolerated for fastest route)",
            ),
        ),
        "Parking": (
            ("Preferred Parking Type", "one", "On-street | Off-street | Parking-house"),
            (
                "Price Sensitivity for Paid Parking",
                "one",
                "Always considers price first | Sometimes considers price | Never considers price",
            ),
            (
                "Distance Willing to Walk from Parking to Destination",
                "one",
                "less than 5 min (accepting possible higher cost) | less than 10 min (accepting possible higher cost)"
                " | not relevant (closest with low cost)",
            ),
            ("Preference for Covered Parking", "one", "Yes | Indifferent to Covered Parking"),
            ("Need for Handicapped Accessible Parking", "one", "Yes"),
            ("Preference for Parking with Security", "one", "Yes | Indifferent to Parking Security"),
        ),
    },
    "Vehicle Settings and Comfort": {
        "Climate Control": (
            ("Preferred Temperature", "one", " | ".join(f"{degrees} degree Celcius" for degrees in range(18, 26))),
            ("Fan Speed Preferences", "one", _LEVELS),
            ("Airflow Direction Preferences", "one", "Face | Feet | Centric | Combined"),
            ("Seat Heating Preferences", "one", _LEVELS),
        ),
        "Lighting and Ambience": (
            ("Interior Lighting Brightness Preferences", "one", _LEVELS),
            ("Interior Lighting Ambient Preferences", "one", "Warm | Cool"),
            ("Interior Lightning Color Preferences", "several", "Red | Blue | Green | Yellow | White | Pink"),
        ),
    },
    "Entertainment and Media": {
        "Music": (
            ("Favorite Genres", "several", "Pop | Rock | Jazz | Classical | Country | Rap"),
            (
                "Favorite Artists/Bands",
                "several",
                "Max Jettison (Pop) | Melody Raven (Pop) | Melvin Dunes (Jazz) | Ludwig van Beatgroove (Classical)"
                " | Wolfgang Amadeus Harmonix (Classical) | Taylor Winds (Country/Pop) | Ed Sherwood (Pop/Folk)"
                " | TwoPacks (Rap)",
            ),
            (
                "Favorite Songs",
                "several",
                "Envision by Jon Lemon (Rock) | Dreamer's Canvas by Lenny Visionary (Folk)"
                " | Jenny's Dance by Max Rythmo (Disco) | Clasp My Soul by The Harmonic Five (Soul)"
                " | Echoes of the Heart by Adeena (R&B) | Asphalt Anthems by Gritty Lyricist (Rap)"
                " | Cosmic Verses by Nebula Rhymes (Hip-Hop/Rap)",
            ),
            (
                "Preferred Music Streaming Service",
                "one",
                "SonicStream | MelodyMingle | TuneTorrent | HarmonyHive | RhythmRipple",
            ),
        ),
        "Radio and Podcasts": (
            (
                "Preferred Radio Station",
                "one",
                "EchoWave FM | RhythmRise Radio | SonicSphere 101.5 | VibeVault 88.3 | HarmonyHaven 94.7",
            ),
            ("Favorite Podcast Genres", "several", "News | Technology | Entertainment | Health | Science"),
            (
                "Favorite Podcast Shows",
                "several",
                "GlobalGlimpse News | ComedyCraze | ScienceSync | FantasyFrontier | WellnessWave",
            ),
            ("General News Source", "one", "NewsNexus | WorldPulse | CurrentConnect | ReportRealm | InfoInsight"),
        ),
    },
}

SCHEMA = Schema(
    details=tuple(
        Detail(main=main, sub=sub, name=name, holds=holds, attributes=tuple(values.split(" | ")))
        for main, subs in _TREE.items()
        for sub, rows in subs.items()
        for name, holds, values in rows
    )
)
"""All of it."""
