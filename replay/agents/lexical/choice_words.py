"""How a question or a fact says which of several values holds: the usual, the newest, the former; over, or going on.

Limits: these are words only; what follows from them stands in `choose`.
"""

from replay.agents.lexical.claim_words import HABITUAL
from replay.agents.lexical.patterns import pattern

USUAL = pattern(
    f"{HABITUAL}|"
    "usual*|always|normal*|my (\\w+ )?(preference|setting|spot)|prefer*|regular|"
    "proper*|back to|restore|reset|original|like it|old days|used to|as i like|saved|go back|"
    "as ever|ever since|all along|me again|myself again|my old self|custom*|accustomed|habit*|routine*|"
    "(as|like) always|same as (always|ever)|my old one|where i (like|keep|want|have) it|comfort zone|"
    "(the way|how|as|like) (i|we) (always )?(like|love|want|prefer|(have|keep) (it|them|this|that|mine)|keep)|"
    "(i|you|we)('m|'re| am| are) used to|"
    "preferences?"
)
RECENT = pattern(
    "at this (stage|point)|by now|most recent*|nowadays|correct(ed|ion)*|learn(ed|t)|(after|since) (that|the|"
    "my) (accident|"
    "mishap|mistake|bump|crash|blunder)|current*|last time|latest|new|recent*|now|still|decided|found|"
    "last(?! (month|week|year|spring|summer|autumn|fall|winter|january))|updated|these days"
)
OVER = pattern(
    "recover*|healed|settled(?! on)|ended|is over|done with|finished|renew*|resolved|gone|"
    "back to normal|no longer|better now|fixed|repair*|all clear|has (left|passed|gone)|"
    "moved out|(put in|fitted|installed|got|bought) a new|"
    "gone home|passed|is off|are off|went home|said goodbye|any ?more|as good as new|came off|is out|are out|"
    "out of the (cast|hospital|"
    "woods)|moved away|flew (home|back)|flown (home|back)|is history|are history|reopened|open again|like new|"
    "cured|signed|"
    "no more|behind (me|us|her|him)|last (pill|dose|session)|through with|back on (my|her|his) feet|like (my|"
    "him|her)self|"
    "allowed again|may (\\w+ ){0,3}again|can (\\w+ ){0,3}again|all clear|declared (fit|healthy)|season is over|"
    "went well|paid off|"
    "gave birth|back (home|from (the|his|her|my))|same again|over and done|wrapped up|came to an end|let up|"
    "subsided|wore off|"
    "went away|has gone|disappeared|retired|graduated|fully (healed|recovered|fit)|fit again|healthy again|well again|"
    "(is|was|been|were) (released|discharged|replaced|restored|lifted|removed|completed)|expired|healed up|"
    "done and dusted|"
    "rebuilt|(works?|working) again|up and running|checked out|left town|off the (crutches|pills|medication|"
    "antibiotics)|"
    "green light|full strength|took off the (cast|bandage|brace|sling)|no need any ?more|free again|sleeps? again|"
    "(can|could) (finally|at last)|at last|finally (\\w+ )?(over|gone|done|out|off|back|here|home)"
)
GOES_ON = pattern(
    "still|not yet|not over|(goes|go|going|went) on|(?<!no[ ])longer|continu*|another (week|month|day)|keeps?|"
    "extended|until|"
    "persist*|drag(s|ged|ging) on|remains?|lasts|no better|worse|postpon*|delay*|hasn't|haven't|not (quite )?(done|"
    "finished|"
    "healed|out|there)"
)
FORMER = pattern(
    "(my|the|our|his|her|their) (old|former|previous|original) (\\w+ )?(one|level|volume|setting*|value|color|"
    "colour|temperature|"
    "height|angle|speed|brightness|mode|position|number|view|way)|"
    "(like|as) (\\w+ ){0,4}before (the|i|we|my|our|she|he|they)|"
    "(like|as|way|how) (\\w+ ){1,2}(was|were|did|had|kept|liked|used)( \\w+){0,3} before|"
    "as it used to be|at first|at the (beginning|start)|originally|in the beginning|back then|in the old days|"
    "(had|helped|worked|liked|used) before|what (it|they|she|he|i|we) had"
)
CHANGED = pattern(
    "changed my mind|from (now|today|then) on|from (now|today)|as of (now|today)|actually|better|correct*|"
    "updated|anymore|"
    "any more|any longer|these days|new favou?rite|for good|by now|gone off|given up|grown (tired|out)|no longer|"
    "instead|"
    "since (this|last|the|we|i)|is my \\w+ now|are my \\w+ now|nowadays|lately|now i|i now|switched to|moved to|"
    "new (rule|level|favou?rite|normal|standard|routine)|second thoughts?|(turns|turned) out|revis(e|ed)|reconsider*|"
    "i've decided|i have decided|made up my mind|starting (now|today|tonight)|henceforth|going forward|from here on|"
    "after all|(was|been|were|am) (a mistake|wrong|mistaken)|false economy|(in|for) (the )?future|"
    "(take|takes|took|taken|taking) (it|that|this) back|(had|got|have) (it|that|this|them) (wrong|backwards|mixed up)|"
    "thought better|forget (about )?(that|it|what|keeping|the)|permanently|"
    "grew on me|got used to|outgrown|outgrew|had enough|"
    "changed (his|her|their) mind|converted|let's (go|stick) with"
)
ELSE = pattern(
    "otherwise|else|after that|later|apart from that|any other (time|day)|at other times|the rest of the time|"
    "aside from that|besides that|on other (days|trips|drives|roads)|in all other cases|everywhere else|if not|"
    "on all other (days|trips|drives)|the other way round"
)
"""The value of such a clause holds where the circumstances of the others do not."""
