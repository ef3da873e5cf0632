"""Words that several settings share: bright and loud, colors, on and off. Patterns, see `patterns.pattern`."""

from replay.agents.lexical.inflection import verbs

LIKING = (
    "like|love|adore|enjoy|prefer|want|need|use|favor|favour|fancy|appreciate|crave|require|swear by|insist on|go for|"
    "opt for|stick to|stick with|rely on|live by|delight in|rave about|be fond of|be keen on|be crazy about|"
    "be mad about|"
    "be partial to|be used to|be accustomed to|be happy with|be happiest with|be comfortable with|be at home with|"
    "feel best with|feel best at|feel at home with|be comfortable at|be happiest at"
)
"""Verbs by which someone likes or wants a value."""
DISLIKING = (
    "hate|loathe|detest|dislike|despise|abhor|dread|be sick of|be tired of|be fed up with|be annoyed by|"
    "be bothered by|be allergic to|be irritated by|complain about|suffer from|object to|grumble about"
)
"""Verbs by which someone dislikes one."""
DISLIKES = verbs(DISLIKING, "plain", "third", "past")
BOTHERS = verbs(
    "clutter|interrupt|confuse|bother|annoy|irritate|distract|disturb|blind|dazzle|deafen|strain|overwhelm|startle|"
    "freeze|roast|choke|chill|tire|cramp|unsettle|stress",
    "third",
    "past",
)
"""What a value does to someone who rejects it."""
LIKES = verbs(LIKING, "third")
"""What is told of someone's liking in the present: "adores", "is fond of"."""
ACTED = verbs(
    "set|change|adjust|turn|lower|raise|switch|increase|reduce|enable|disable|move|activate|mute|unmute|choose|select|"
    "put|dial|bump|tilt|open|close|lock|unlock|restore|save|recline|extend|zoom|drop|make|deactivate|crank|boost|"
    "decrease|pick|tweak|bring|take|push|pull|slide|lift|fold|unfold|dim|brighten|warm|cool|heat|shut|leave|keep|"
    "go with|"
    "settle on|knock|nudge|tune|play|flip|roll|wind|ease|cut|tone|swap|shift|return|reset|revert|program|configure|"
    "retract|deploy|angle|point|direct|connect|disconnect|pair|start|stop|pause|hit|press|crack|pop|fire up|throttle",
    "past",
)
"""What someone is told to have done to a part of the car."""

BRIGHT = (
    "bright*|dim*|glar*|dazzl*|faint*|shine*|shining|glow*|blind*|dark*|brightness|light level|wash* out|"
    "intens*|harsh*|visible|legible|illumina*|luminos*|squint*|torch|flashlight|spotlight|floodlight|lighthouse|"
    "fade*|pale|eye ?strain|strain* (my|her|his|our) eyes|easier on (my|the|her|his) eyes|"
    "(burn*|hurt*|sting*) (\\w+ )?(my|her|his|our|the) eyes|(barely|hardly|can't|cannot) (read|make out|see)"
)
ITSELF = (
    "(look after|take care of|see to|mind|manage|regulate) (itself|themselves)|"
    "(do|decide) (it|that|this) (itself|alone)"
)
"""What is switched to do without people."""
BY_ITSELF = (
    "auto* (brightness|dim*|adjust*)|on (its|their) own|by (itself|themselves)|(dim|adjust|adapt)s? (itself|"
    "themselves)|"
    "automatic*|adapts?|keep up|by hand|manual*|(stop|keep)s? (adjusting|changing|hunting)|" + ITSELF
)
LOUD = (
    "volume|loud*|quiet*|hear*|turn (it|that) (up|down)|noise|noisy|blast*|blar*|deafen*|whisper*|shout*|audible|"
    "softer|sound|turn*( \\w+){1,3} (up|down)|turn* (up|down)|crank*|eardrums?|(my|her|his|our) ears|boom*"
)
HEAT = "heat*|warm*"
COLORS = {
    "red": "cherry|burgundy|red|reddish|crimson|scarlet|ruby|maroon|blood red",
    "orange": "tangerine|orange|amber|apricot|pumpkin",
    "yellow": "yellow|gold*|lemon",
    "green": "mint|lime|green*|emerald|olive|jade",
    "cyan": "cyan|teal|turquoise|aqua*|blue green",
    "blue": "cobalt|sky blue|blue|bluish|sapphire|azure|navy|indigo",
    "purple": "plum|mauve|purple|violet|lavender|lilac|aubergine|amethyst",
    "white": "white|ivory",
    "pink": "fuchsia|salmon|pink|rose|magenta|raspberry",
    "black": "black",
}
COLOR = "colou?r*|theme|hue|tone|tint|" + "|".join(COLORS.values())
TURNED_ON = (
    "enabl*|turn*([ ]\\w+){0,4} on|engag*|light (it|them|me|things) up|switch*( \\w+){0,4} on|activat*|true|"
    "(keep|want|need|have)( \\w+){0,5} on|on (when|while|please|again)|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|"
    "assist*|wheel|lock|radio|video|music|screen|hud|ac|lamp|massage|navigation) on|start (up )?(the|my|"
    "our) \\w+|fire up|(stay|stays|stayed|remains?|back) on|(have|has|had|keep|keeps|kept|leave|"
    "let)( \\w+){0,4} (running|going)"
)
TURNED_OFF = (
    "disabl*|turn*([ ]\\w+){0,6} off|switch*([ ]\\w+){0,6} off|(in|on|at|otherwise|else|"
    "elsewhere)([ ]\\w+){0,3}[ ]off(?=[,.;]|$)|deactivat*|false(?! (economy|alarm))|(keep|want|need|"
    "have)( \\w+){0,5} off|"
    "shut( \\w+){0,3} off|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|wheel|lock) off|"
    "don't need|no need for|(took|takes?|get|got)( \\w+){1,5} off|got rid of|get rid of|kill (the|that)|stop (the|"
    "that)|"
    "(stay|stays|stayed|remains?) off|back off"
)
POWER = "(turn|switch|shut)* ((the|my|our|that|this) \\w+ )?(on|off)|power|shut down"
"""How a whole device is said to be switched."""
SWITCH = {"on": TURNED_ON, "off": TURNED_OFF}
"""How anything is said to be switched on and off."""
SHUTS_ITSELF = {
    "on": TURNED_ON + "|(clos|shut)\\w*( \\w+){0,3} (automatically|by (itself|themselves)|on (its|their) own)",
    "off": TURNED_OFF,
}
"""The same of what closes when the car is locked."""
WARMED = {
    "on": TURNED_ON + "|(like|love|prefer|want|need|keep)s?( \\w+){1,4} (warm|toasty|heated)|heats? up|warms? up",
    "off": TURNED_OFF,
}
"""The same of a seat or a wheel that is heated."""
OTHER_STATION = (
    "(gas|petrol|charging|filling|service|train|railway|police|bus|fire|metro|subway|power|weigh|space|work|ranger|"
    "radar) station"
)
"""A station that no radio is tuned to."""
CLOCKS = {
    "12h": "12 ?h|12 hour*|twelve hours?|am/pm|am (and |or )?pm|twelve hour*|civilian( time)?",
    "24h": "24 ?h|24 hour*|military( time)?|twenty four hours?|european (time|clock|style)|continental|railway time",
}
TONGUES = {"Chinese": "chinese|mandarin", "English": "english"}


def colors(*names: str) -> dict[str, str]:
    """The patterns of the named colors, in that order; a color that is not in the table is a `KeyError`."""
    return {name: COLORS[name] for name in names}
