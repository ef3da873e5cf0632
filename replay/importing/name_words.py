"""Words that are also names, or look like a name's genitive: in small letters they are taken for words.

Everyday words of English, German, Dutch, French, Spanish, Portuguese and Italian that people are called; how people are
called who share a car; and words that a short name and an `s` would make. Which to list is a matter of judgement: a
word that is seldom said is left out, so that the name is found.
"""

_NAMES = """
ace amber angel april arch archer art ash august autumn baker barb bay bean bear bell berry bill bird bishop bliss blue
bond brook brown buck bud bush butcher butler candy carol carpenter carter cash chance charity chase cherry chip chuck
clay cliff clove clover cole colt constant cook cooper coral cross crystal daisy dale dawn day dean dick dill dolly dot
dove drew dune eagle early earl east ebony eve ever fair faith fern field finch fisher flint forest fox frank free frost
gale garden gene ginger glad glen gold good grace grant gray green grey hall harbor harmony harper haven hazel heart
heath heather heaven hero herb hill hilly holly honor hope hunt hunter iris iron ivory ivy jack jade jay jewel joy judge
june junior justice king kit knight lake lance land lane law leaf lee light lily link lion long love low luck lucky mark
marks may melody mercy merry miles mill miller misty moon moss noble north oak ocean olive opal page park pat patience
peace pearl penny pepper pilot pin piper pond poppy porter price prince prudent queen quill rain ransom raven ray red
reed ridge river rob robin rock rocky rod rose rosemary rosy ruby rush rusty sage salt sand sandy scarlet scout season
serene shell sherry short silver sky small soul south spark spencer spring star sterling stern stone storm sue summer
sun sunny swan swift teal temple thorn tiger timber topaz trace turner van violet walker wall ward water waters wave way
weaver west wheat white wild wilder will willow win winter wise wolf wood woods woody worth young
bauer braun ernst frei fuchs groß gut hahn herbst hirsch jung kaiser kern klar klein koch kraft krause kurz kühn lang
lange licht linde mai meister morgen nacht rau reich richter ritter roth sauer schnell schwarz sommer sonne stark stein
still stolz sturm traut vogel wagner wald weiß winter wirt wunder
berg boer bos dam daan dijk graaf groot hart jong kok koning meer mees mulder smit visser
beau bon boulanger cher claire clémence constance court desire doux fleur garçon grand jean joli jolie lebon legrand
marchand marin meunier moulin neige noir olivier page petit pierre rocher roche roux rose soleil
alba alegre alma amado amparo amor ángeles blanca blanco bueno campo cielo clara claro consuelo cruz delgado dulce ella
esperanza estrella feliz fiel flor flores franco fuentes gloria guerra leal leo lima linda lobo luna luz malo mar mata
mercedes nieves noche paz pilar prado reina rico rojo rosa salvo sierra sol soto tierra torres una verde vida
aurora bella bianca bruno costa dolce felice fiore gallo luce lucia marco marina martello monte mora pace porta rossa
rosso serena sole stella vera viola vita
"""

_PEOPLE = """
adult baby back boss boy brother bruder buddy chef child children copilot dad daddy daughter eltern family father
favorite filho filha frau freund friend front girl grandma grandpa guest guests herr hijo hija home host hund husband
kid kids kind kinder lady left mama mamá mamãe man master maman miss mister mom mommy mother mum mummy mutter name
neighbor nurse oma opa other owner padre pai papa papá partner passenger people person rear right schwester seat sir
sister sohn son speaker tochter unknown vater visitor wife woman work
bin das dem den der des die dos dr del della ibn las los mrs ms prof saint san santa the und van von you
"""

_MADE_BY_AN_S = """
alles als always anders as ass axis bas bias bis bus canvas chaos class dans das dias dies dos does eines etwas gas
glass goes gras grass gros has hers his is its jeans las lens les less loss mais mas mass menos mes mess mois más nichts
nos news pais pas pass perhaps pros rats sans seis series sous thus tons tous tres uns unless was yes yours
"""

ORDINARY_WORDS = frozenset(f"{_NAMES} {_PEOPLE} {_MADE_BY_AN_S}".split())
"""In small letters, without genitives of their own."""
