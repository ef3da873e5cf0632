"""Words that several settings share: bright and loud, colors, on and off. Patterns, see `patterns.pattern`."""

BRIGHT = "bright*|dim*|glar*|dazzl*|faint*|shine*|shining|glow*|blind*|dark*|brightness|light level|wash* out|level"
ITSELF = (
    "(look after|take care of|see to|mind|manage|regulate) (itself|themselves)|"
    "(do|decide) (it|that|this) (itself|alone)"
)
"""What is switched to do without people."""
BY_ITSELF = (
    "auto* (brightness|dim*|adjust*)|on (its|their) own|by (itself|themselves)|(dim|adjust|adapt)s? (itself|"
    "themselves)|"
    "automatic*|adapts?|keep up|by hand|manual*|" + ITSELF
)
LOUD = (
    "volume|loud*|quiet*|hear*|turn (it|that) (up|down)|noise|noisy|blast*|blar*|deafen*|whisper*|shout*|audible|"
    "softer|sound"
)
HEAT = "heat*|warm*"
COLORS = {
    "red": "cherry|burgundy|red|crimson|scarlet|ruby",
    "orange": "tangerine|orange|amber",
    "yellow": "yellow|gold*",
    "green": "mint|lime|green*|emerald",
    "cyan": "cyan|teal|turquoise|aqua|blue green",
    "blue": "cobalt|sky blue|blue|sapphire|azure|navy|indigo",
    "purple": "plum|mauve|purple|violet|lavender|lilac",
    "white": "white",
    "pink": "fuchsia|salmon|pink|rose|magenta",
    "black": "black",
}
COLOR = "colou?r*|theme|hue|tone|tint|" + "|".join(COLORS.values())
TURNED_ON = (
    "enabl*|turn*([ ]\\w+){0,4} on|engag*|light (it|them|me|things) up|switch*( \\w+){0,4} on|activat*|true|"
    "(keep|want|need|have)( \\w+){0,5} on|on (when|while|please|again)|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|"
    "assist*|wheel|lock|radio|video|music|screen|hud|ac|lamp|massage|navigation) on|start (up )?(the|my|"
    "our) \\w+|fire up"
)
TURNED_OFF = (
    "disabl*|turn*([ ]\\w+){0,6} off|switch*([ ]\\w+){0,6} off|(in|on|at|otherwise|else|"
    "elsewhere)([ ]\\w+){0,3}[ ]off(?=[,.;]|$)|deactivat*|false|(keep|want|need|have)( \\w+){0,5} off|"
    "shut( \\w+){0,3} off|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|wheel|lock) off|"
    "don't need|no need for|(took|takes?|get|got)( \\w+){0,5} off|got rid of|get rid of|kill (the|that)|stop (the|that)"
)
SWITCH = {"on": TURNED_ON, "off": TURNED_OFF}
"""How anything is said to be switched on and off."""
WARMED = {
    "on": TURNED_ON + "|(like|love|prefer|want|need|keep)s?( \\w+){1,4} (warm|toasty|heated)|heats? up|warms? up",
    "off": TURNED_OFF,
}
"""The same of a seat or a wheel that is heated."""
CLOCKS = {"12h": "12 ?h|12 hour*|twelve hour|am/pm|am pm", "24h": "24 ?h|24 hour*|military( time)?|twenty four hour"}
TONGUES = {"Chinese": "chinese|mandarin", "English": "english"}


def colors(*names: str) -> dict[str, str]:
    """The patterns of the named colors, in that order; a color that is not in the table is a `KeyError`."""
    return {name: COLORS[name] for name in names}
