"""What people in a car talk about when they mean one of its settings without saying which.

`I am freezing` means the heating, `I cannot make out the turns` the map or its voice. A row holds a need's own words
and those of what meets it, weather, times of day and values included; a word may stand in several rows.
"""

from collections.abc import Mapping
from types import MappingProxyType

_ROWS = {
    "warmth": """
        cold colder chilly chill freezing freeze frosty frost frozen shiver shivering icy snow winter numb toasty
        warm warmer warmth warming hot hotter heat heating heater heated heatwave sweltering scorching boiling
        sweat sweating summer cool cooler cooling cooled temperature degree degrees celsius climate ac conditioner
        ventilation ventilated 冷 热 暖 凉 温度 空调 加热 通风 冬天 夏天
        """,
    "air": """
        air airflow fan blower vent vents ventilation blow blowing blows breeze draft stuffy humid humidity damp
        dehumidify fog fogged foggy fogging defog defrost windshield feet face circulation recirculation recirculate
        fumes smell smelly odor pollen dust dusty smoke smoky allergies allergy purify fresh dry wind intake exhaust
        pollution polluted ac 空气 风 循环 除雾 气味 灰尘 花粉
        """,
    "light": """
        light lights lighting lit lamp bright brighter brightness brighten dim dimmer dimmed dimming dark darker
        darkness glare glaring blinding blind dazzling night nighttime dusk dawn evening sunset sun sunny sunlight
        beam headlights headlight visibility read reading gauges squint shine shining eyes illuminate fog rain tunnel
        灯 亮 暗 亮度 刺眼 夜 眼睛
        """,
    "mood": """
        color colour colored ambient ambience atmosphere mood calm calming calmer relax relaxed relaxing soothing
        romantic focus concentrate party cozy vibe theme stress stressed stressful energizing tense nervous anxious
        sleepy tranquil red orange yellow green cyan blue purple white pink 颜色 氛围 心情 放松 专注
        """,
    "sound": """
        sound sounds volume loud louder loudly quiet quieter quietly silence silent mute muted unmute hear hearing
        noise noisy music song songs track tracks tune tunes playlist album artist audio audiobook audiobooks
        podcast podcasts radio station stations broadcast fm news channel listen listening shuffle loop repeat
        sequential random lyrics sing singing karaoke concert symphony jazz play playing headache migraine nap
        sleeping conversation call chatty shouting blast blasting voice speakers 音量 声音 音乐 歌 静音 吵 电台
        """,
    "body": """
        lumbar spine posture legs leg knee knees hip hips neck shoulder shoulders thigh calf ache aching aches
        sore stiff pain painful hurt hurts injury injured swollen surgery heal healed recovered pregnant tall taller
        short shorter height legroom seat seats seatback backrest headrest recline reclined upright cushion footrest
        foot massage massaging comfortable uncomfortable comfort position sit sitting tired fatigue tense rest
        support 座椅 靠背 按摩 腰 背 腿 脖子 疼 酸 累
        """,
    "route": """
        route routes navigation navigate navigating gps map maps turns turn lane lanes directions destination
        address road roads highway highways toll tolls traffic jam camera cameras speeding detour guidance guide
        voice prompts detailed simple zoom 2d 3d view perspective north heading trip commute unfamiliar lost
        familiar location venue meeting appointment visit office site street downtown 导航 路线 地图 目的地 高速 堵车
        """,
    "screen": """
        screen screens display displays dashboard panel cluster instrument hud projection projected gauge gauges
        dial dials interface menu menus language english chinese clock format 12h 24h 12-hour 24-hour military text
        font overhead central infotainment mileage odometer 屏幕 仪表 语言 中文 英文
        """,
    "opening": """
        window windows sunroof moonroof sunshade shade blind trunk tailgate frunk boot door doors open opened
        opening close closed closing lock locked locking unlock unlocked fuel refuel charging luggage groceries
        cargo load loading bags box boxes fold folded child kids children crack shut sunburn breeze pedal step
        车窗 天窗 后备箱 车门 遮阳 打开 关闭 锁 孩子
        """,
    "video": """
        video videos movie movies film films watch watching show episode resolution quality 480p 720p 1080p
        buffering stream streaming fullscreen full-screen background foreground lecture tutorial documentary clip
        cartoon playback 视频 电影 画质 全屏
        """,
    "mirror": """
        mirror mirrors rearview side blind reverse reversing parking park parallel curb tilt fold narrow garage
        angle 后视镜 倒车 停车
        """,
    "weather": """
        rain raining rainy rainstorm drizzle storm thunderstorm wiper wipers snow snowy fog foggy mist misty wet
        windshield hail downpour 雨 雪 雾 雨刮
        """,
    "hands": "steering wheel hands fingers gloves grip 方向盘 手",
    "phone": "bluetooth phone call calls connect connected pair paired pairing 蓝牙 手机 电话",
}

NEEDS: Mapping[str, tuple[str, ...]] = MappingProxyType({need: tuple(row.split()) for need, row in _ROWS.items()})
"""The words of each need."""
