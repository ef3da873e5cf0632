"""Stories of our own: what three people told the car, what one of them says now, and what is then to be done.

Each is answered from told facts alone; the facts stand out of order, as a memory may give them.
"""

from dataclasses import dataclass

PEOPLE = ("Maya Stone", "Omar Reyes", "Lena Fox")


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A question, the facts that a memory holds for it, and the call that answers it."""

    facts: tuple[str, ...]
    question: str
    call: str


STORIES = (
    Story(
        facts=(
            "[March 2, 2025] At 9:00 AM, Omar told the car: 'Open the trunk only to 40, the garage ceiling is "
            "low.' The car set the trunk opening to 40.",
            "[March 9, 2025] At 5:00 PM, Maya opened the trunk all the way to 100 to load a couch.",
        ),
        question=(
            "At 6:00 PM, Omar parked in the garage with groceries. He told the car: 'Pop the trunk, but mind the "
            "ceiling like last time.'"
        ),
        call="carcontrol_trunk_set_open_degree(degree=40)",
    ),
    Story(
        facts=(
            "[March 2, 2025] At 9:00 AM, Lena said: 'I keep my charging cable in the front trunk, open it halfway "
            "for me.' She set the frunk to 50.",
        ),
        question=(
            "At 8:00 PM, Lena arrived at the charging station. She asked the car to open the front trunk to her "
            "usual degree."
        ),
        call="carcontrol_frontTrunk_set_open_degree(degree=50)",
    ),
    Story(
        facts=(
            "[May 2, 2025] At 9:00 AM, Lena told Omar: 'Always lock the fuel door in this part of town.' She "
            "locked the fuel port.",
            "[May 8, 2025] At 9:00 AM, Omar unlocked the fuel port for the attendant.",
        ),
        question=(
            "At 7:00 PM, Lena was driving through the same part of town. She told the car: 'Same rule for the "
            "fuel door as before.'"
        ),
        call="carcontrol_fuelPort_set_locked(locked=true)",
    ),
    Story(
        facts=(
            "[June 1, 2025] At 2:00 PM, Maya drove alone. She told the car: 'Open the sunroof to 30 percent, I "
            "like a light breeze.' The car opened it.",
            "[June 3, 2025] At 2:00 PM, Omar drove. He opened the sunroof fully to 100.",
        ),
        question=(
            "At 3:00 PM, Maya was driving Lena along the coast. She told the car: 'Let some sun in, the way I like it.'"
        ),
        call="carcontrol_sunroof_set_open_degree(degree=30)",
    ),
    Story(
        facts=(
            "[April 3, 2025] At 8:00 AM, it was drizzling. Omar said: 'Level 2 is enough for the wipers in this "
            "drizzle.' He set the front wiper speed to 2.",
            "[April 9, 2025] At 8:00 AM, there was a downpour. Omar said: 'I can't see, wipers to max.' He set "
            "the front wiper speed to 5.",
        ),
        question=(
            "At 8:15 AM, Omar was driving alone in heavy rain. He told the car: 'Here comes the downpour again, I "
            "can't see the road.'"
        ),
        call='carcontrol_wiper_set_speed(wiper="front", speed=5)',
    ),
    Story(
        facts=(
            "[April 3, 2025] At 8:00 AM, Lena told Maya: 'I like the rear wiper on whenever it rains.' She turned "
            "on the rear wiper.",
        ),
        question=(
            "At 9:00 AM, Lena was driving in the rain. She told the car: 'Clear the back window for me like always.'"
        ),
        call='carcontrol_wiper_set_open(wiper="rear", is_on=true)',
    ),
    Story(
        facts=(
            "[July 1, 2025] At 1:00 PM, Maya told Omar: 'My skin burns easily, close the front sunshade when the "
            "sun is out.' Omar closed it.",
            "[July 5, 2025] At 7:00 PM, Omar opened the sunshade to see the stars.",
        ),
        question=(
            "At 1:30 PM, Maya rode with Omar on a sunny day. She told Omar: 'My skin is burning again.' Omar "
            "asked the car to adjust the sunshade."
        ),
        call='carcontrol_sunshade_set_open(sunshade="front", is_open=false)',
    ),
    Story(
        facts=(
            "[July 1, 2025] At 1:00 PM, Lena set the rear sunshade to medium, saying: 'Medium keeps the glare off "
            "the baby.'",
            "[July 2, 2025] At 1:00 PM, Omar set the rear sunshade to max.",
        ),
        question=(
            "At 2:00 PM, Lena was driving the baby. She told the car: 'Set the rear sunshade to the level I use "
            "for the baby.'"
        ),
        call='carcontrol_sunshade_set_open_degree(sunshade="rear", degree="medium")',
    ),
    Story(
        facts=(
            "[May 5, 2025] At 9:00 AM, Omar told the car: 'Disconnect Bluetooth, I want no calls while I "
            "rehearse.' The car disconnected it.",
            "[May 9, 2025] At 9:00 AM, Lena connected Bluetooth for her playlist.",
        ),
        question="At 10:00 AM, Omar was driving alone. He told the car: 'I'm rehearsing again, no calls please.'",
        call="carcontrol_bluetooth_set_connection(connected=false)",
    ),
    Story(
        facts=(
            "[May 5, 2025] At 9:00 AM, Lena told the car: 'My grandmother needs the step, extend the passenger "
            "foot pedal.' The car extended it.",
        ),
        question=(
            "At 11:00 AM, Lena picked up her grandmother. She told the car: 'Grandma is getting in, do what we "
            "did for her last time.'"
        ),
        call='carcontrol_footPedal_set_switch(position="passenger", switch=true)',
    ),
    Story(
        facts=(
            "[October 5, 2025] At 6:00 AM, it was foggy. Maya said: 'I always use the fog lights in the valley.' "
            "She turned on the fog lights.",
            "[October 7, 2025] At 12:00 PM, Omar turned off the fog lights.",
        ),
        question=(
            "At 6:30 AM, Maya drove into the valley. She told the car: 'It's thick as soup again, the usual "
            "lights please.'"
        ),
        call="carcontrol_light_set_fog_light(enabled=true)",
    ),
    Story(
        facts=(
            "[October 5, 2025] At 9:00 PM, Omar told Lena: 'On country roads I want high beams on.' He switched "
            "on the high beam.",
            "[October 8, 2025] At 9:00 PM, Lena switched off the high beam in town.",
        ),
        question=(
            "At 9:30 PM, Omar was driving Lena on an empty country road. He told the car: 'It's pitch black here, "
            "do the usual.'"
        ),
        call="carcontrol_light_set_high_beam(enabled=true)",
    ),
    Story(
        facts=(
            "[October 5, 2025] At 9:00 PM, Omar set the low beam level to high, saying: 'Low is too weak for my eyes.'",
            "[October 15, 2025] At 9:00 PM, Lena set the low beam level to medium.",
        ),
        question="At 9:00 PM, Omar drove alone. He told the car: 'Set the low beams how I like them.'",
        call='carcontrol_light_set_low_beam_level(level="high")',
    ),
    Story(
        facts=(
            "[October 5, 2025] At 9:00 PM, Lena told Omar: 'When we stop on the shoulder, always switch on the "
            "hazards.'",
        ),
        question=(
            "At 10:00 PM, Omar pulled over on the shoulder. Lena reminded him: 'You know what I said about "
            "stopping here.' Omar told the car to do it."
        ),
        call="carcontrol_light_set_hazard(enabled=true)",
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 AM, Lena told Maya: 'The projection on the windshield makes me dizzy. I "
            "always turn the HUD off.' She switched off the HUD.",
            "[March 9, 2025] At 8:00 AM, Maya turned on the HUD.",
        ),
        question=(
            "At 8:00 AM, Lena got into the driver's seat. She told the car: 'I feel dizzy, get that thing off the "
            "windshield.'"
        ),
        call="carcontrol_HUD_switch(switch=false)",
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 AM, Omar set the radio volume to 22, saying: 'That is my news volume.'",
            "[March 8, 2025] At 8:00 AM, Maya set the radio volume to 35.",
        ),
        question="At 8:00 AM, Omar was driving Maya. He told the car: 'Turn the radio to my news volume.'",
        call="carcontrol_radio_set_volume(volume=22)",
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 AM, Omar told Lena: 'In the morning I listen to News FM.' He switched the "
            "radio to News FM.",
            "[March 6, 2025] At 6:00 PM, Lena played Music FM on the radio.",
        ),
        question="At 8:00 AM, Omar was driving to work. He told the car: 'Put on my morning radio station.'",
        call='carcontrol_radio_play_station(name="News FM")',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Maya told Omar: 'I like videos in full screen.' She enabled fullscreen.",
            "[March 7, 2025] At 8:00 PM, Omar exited fullscreen.",
        ),
        question=(
            "At 8:00 PM, Maya was parked and watching a movie. She told the car: 'Make the picture fill the "
            "display like I prefer.'"
        ),
        call="carcontrol_video_set_fullscreen(fullscreen=true)",
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Lena said: 'Keep the video in the background when I drive.' She set the "
            "video scene to background.",
        ),
        question=(
            "At 8:30 PM, Lena started driving while a video was on. She asked the car to apply her rule for the video."
        ),
        call='carcontrol_video_set_scene(scene="background")',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Lena told the car: 'Set the music volume to 18, the baby is asleep.' The "
            "volume was set to 18.",
            "[March 5, 2025] At 9:00 PM, after dropping the baby off, Lena set the music volume to 40.",
        ),
        question=(
            "At 8:00 PM, Lena was driving with the baby asleep in the back. She told the car: 'The little one is "
            "sleeping again.'"
        ),
        call="carcontrol_music_set_volume(volume=18)",
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Omar told Maya: 'When I throw a party in the car, play the whole "
            "playlist in a loop.' He set the mode to list loop.",
            "[March 6, 2025] At 8:00 PM, Maya set the mode to shuffle.",
        ),
        question="At 9:00 PM, Omar was driving friends to a party. He told the car: 'Party mode for the music!'",
        call='carcontrol_music_set_play_mode(mode="list_loop")',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Lena said: 'I want a warning whenever a door is left open.' She enabled "
            "the door open warning.",
            "[March 7, 2025] At 8:00 AM, Omar said: 'That chime is annoying.' He disabled the door open warning.",
        ),
        question=(
            "At 8:00 AM, Lena was loading the car. She told the car: 'I don't want to forget a door again, bring "
            "back my alert.'"
        ),
        call='carcontrol_door_set_open_warning(door="all", enabled=true)',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 PM, Maya told Omar: 'Lock the doors as soon as we drive through downtown at "
            "night.' Omar locked all doors.",
        ),
        question=(
            "At 10:00 PM, Omar was driving Maya through downtown. Maya said: 'I feel unsafe here, remember what I "
            "asked for?' Omar told the car to take care of it."
        ),
        call='carcontrol_door_set_locked(door="all", locked=true)',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 AM, Lena told Omar: 'I have long legs, I need the seat way back at 80.' She "
            "set the seat horizontal position to 80.",
            "[March 7, 2025] At 8:00 AM, Maya said: 'I can't reach the pedals.' She moved the seat forward to 35.",
        ),
        question=(
            "At 9:00 AM, Maya got into the driver's seat with Lena as a passenger. She told the car: 'I can't "
            "reach the pedals again.'"
        ),
        call='carcontrol_seat_set_horizontal_position(seat="driver", value=35)',
    ),
    Story(
        facts=(
            "[March 5, 2025] At 8:00 AM, Omar told Lena: 'For long trips I extend the seat cushion to 70 to "
            "support my thighs.' He set cushion extension to 70.",
            "[April 7, 2025] At 8:00 AM, Omar told Lena: 'For city trips 40 is fine.' He set it to 40.",
        ),
        question=(
            "At 9:00 AM, Omar was setting off on a long road trip. He told the car: 'My thighs need the long-trip "
            "support.'"
        ),
        call='carcontrol_seat_set_cushion_extension(seat="driver", value=70)',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 8:00 AM, Maya said: 'My seat heating at level 2 is just right.' She set the "
            "seat heating to 2.",
            "[January 9, 2025] At 8:00 AM, Omar set his seat heating to level 3.",
        ),
        question=(
            "At 7:00 AM, Maya was in the passenger seat while Omar drove. It was freezing. She told Omar: 'Can "
            "you warm up my seat the way I like?'"
        ),
        call='carcontrol_seat_set_heating_level(seat="passenger", level=2)',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 8:00 AM, Maya told the car: 'Set my headrest to 60.' At 8:02 AM, she said: "
            "'Hmm, too high, make it 52.' The car set the headrest to 52.",
        ),
        question=(
            "At 9:00 AM, Maya got in to drive. She told the car: 'Headrest to where I ended up last time, but "
            "three higher.'"
        ),
        call='carcontrol_seat_set_headrest_height(seat="driver", value=55)',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 8:00 AM, Lena reclined the passenger seat backrest to 70 to nap.",
            "[January 8, 2025] At 8:00 AM, Omar set the passenger backrest to 40.",
        ),
        question=(
            "At 3:00 PM, Lena was riding in the passenger seat while Maya drove. She yawned and told Maya: 'I'm "
            "going to take a nap like I did before.' Maya asked the car to recline her seat."
        ),
        call='carcontrol_seat_set_backrest_angle(seat="passenger", value=70)',
    ),
    Story(
        facts=(
            "[July 5, 2025] At 2:00 PM, Omar told the car: 'Fan to 8, it's boiling.' The fan was set to 8.",
            "[July 9, 2025] At 9:00 PM, Lena told Omar: 'The fan is too loud for my call, put it at 2.' Omar set "
            "the fan speed to 2.",
        ),
        question=(
            "At 9:30 PM, Lena rode with Omar. She said: 'I have to take a call.' Omar asked the car to lower the "
            "airflow for her."
        ),
        call='carcontrol_airConditioner_set_fan_speed(zone="all", speed=2)',
    ),
    Story(
        facts=(
            "[July 5, 2025] At 2:00 PM, Maya told Omar: 'My allergies are terrible in pollen season. I run the "
            "purify mode.' She set the AC mode to purify.",
            "[July 9, 2025] At 9:00 AM, Omar set the AC to auto.",
        ),
        question=(
            "At 10:00 AM, Maya was driving Omar through blooming fields. She sneezed and told the car: 'My "
            "allergies again, do the usual with the AC.'"
        ),
        call='carcontrol_airConditioner_set_mode(zone="driver", mode="purify")',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 7:00 AM, Lena said: 'The windshield is fogging up.' She switched the AC to "
            "defog mode.",
            "[January 8, 2025] At 12:00 PM, Lena switched the AC back to auto.",
        ),
        question=(
            "At 7:15 AM, Lena was driving to work. She said: 'I can't see through the windshield, it's misting up.'"
        ),
        call='carcontrol_airConditioner_set_mode(zone="driver", mode="defog")',
    ),
    Story(
        facts=(
            "[July 5, 2025] At 2:00 PM, Omar set the temperature to 21 degrees. Maya said: 'That's an icebox.' "
            "Omar replied: 'Fine, 23 then.' He set it to 23.",
        ),
        question=(
            "At 2:00 PM, Omar and Maya were driving home. Maya told the car: 'Set the temperature we agreed on, "
            "but one degree warmer.'"
        ),
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=24)',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 7:00 AM, Omar told the car: 'Show the view display on the steering wheel, I "
            "like it.' It was enabled.",
            "[January 15, 2025] At 7:00 AM, Maya disabled the steering wheel view display, saying: 'Too distracting.'",
        ),
        question=(
            "At 8:00 AM, Maya was driving alone. She told the car: 'That thing on the steering wheel is "
            "distracting me again.'"
        ),
        call="carcontrol_steeringWheel_set_view_display_enabled(enabled=false)",
    ),
    Story(
        facts=(
            "[January 5, 2025] At 7:00 AM, Omar told Lena: 'I get migraines from blinking lights. Keep the "
            "instrument panel constant.' He set the behavior mode to constant.",
            "[January 9, 2025] At 7:00 AM, Lena set the panel behavior to blink.",
        ),
        question=(
            "At 8:00 AM, Omar got into the driver's seat. He told the car: 'My head hurts from that flashing "
            "dash, fix it.'"
        ),
        call='carcontrol_instrumentPanel_set_behavior_mode(mode="constant")',
    ),
    Story(
        facts=(
            "[January 5, 2025] At 7:00 AM, Omar told Lena: 'Let the dash dim itself.' He enabled auto brightness "
            "on the instrument panel.",
            "[January 9, 2025] At 7:00 AM, Lena disabled auto brightness on the instrument panel because it flickered.",
        ),
        question="At 8:00 PM, Lena was driving. She told the car: 'The gauges keep flickering, back to how I had it.'",
        call="carcontrol_instrumentPanel_set_auto_brightness(enabled=false)",
    ),
    Story(
        facts=(
            "[January 5, 2025] At 7:00 AM, Maya told the car: 'Let the center screen adjust its brightness "
            "automatically.' Auto brightness was enabled.",
            "[January 7, 2025] At 7:00 AM, Omar turned off auto brightness on the center screen.",
        ),
        question=(
            "At 5:00 PM, Maya drove into a tunnel. She told the car: 'I want the center screen to adapt by "
            "itself, as usual.'"
        ),
        call="carcontrol_centerInformationDisplay_set_auto_brightness(enabled=true)",
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Omar told Lena: 'On the highway I keep all windows closed, the noise "
            "kills me.' He closed the windows.",
            "[June 7, 2025] At 7:00 PM, Lena opened her window to 60 percent.",
        ),
        question=(
            "At 6:00 PM, Omar merged onto the highway with Lena. He told the car: 'Too noisy, you know my highway "
            "rule.'"
        ),
        call='carcontrol_window_set_open(window="all", is_open=false)',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Lena told the car: 'Crack the rear windows open by 20 percent for the "
            "dog.' The car opened the rear windows to 20.",
        ),
        question=(
            "At 8:00 AM, Lena was driving the dog to the vet. She told the car: 'Rear windows for the dog, same "
            "as before.'"
        ),
        call='carcontrol_window_set_open_degree(window="rear", degree=20)',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Omar told Lena: 'I got a fine last week. Turn on the speed camera "
            "alerts.' He enabled them.",
            "[June 9, 2025] At 7:00 AM, Maya turned off the speed camera alerts.",
        ),
        question="At 8:00 AM, Omar was driving alone. He told the car: 'I can't afford another ticket.'",
        call="carcontrol_navigation_set_speed_camera_alert(enabled=true)",
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Maya said: 'The map is too cluttered with red lines. Hide the traffic.' "
            "She disabled the traffic display.",
            "[June 9, 2025] At 7:00 AM, Omar enabled the traffic display.",
        ),
        question="At 8:00 AM, Maya was driving Lena. She told the car: 'The map is a mess again, clean it up for me.'",
        call="carcontrol_navigation_set_traffic_display(enabled=false)",
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Lena told Maya: 'My new studio is at 12 Harbor Lane.'",
            "[June 1, 2025] At 7:00 AM, Lena told Maya: 'I rent a room on Oak Street.'",
        ),
        question="At 8:00 AM, Lena was driving. She told the car: 'Navigate to my new studio.'",
        call='carcontrol_navigation_navigate_to(destination="12 Harbor Lane")',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 AM, Omar told Maya: 'Let's meet at Rosewood Cafe on Friday.'",
            "[June 7, 2025] At 7:00 AM, Omar told Maya: 'Rosewood Cafe is closed. We moved it to Blue Door Bistro.'",
        ),
        question="At 6:00 PM, Maya was driving. She told the car: 'Take me to the place Omar suggested for Friday.'",
        call='carcontrol_navigation_navigate_to(destination="Blue Door Bistro")',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 PM, Lena told Maya: 'I'm used to am and pm. Set the overhead screen clock to "
            "12 hours.' Maya set it.",
            "[June 8, 2025] At 7:00 PM, Omar changed the overhead screen time format to 24h.",
        ),
        question=(
            "At 7:30 PM, Lena sat in the back while Maya drove. She told Maya: 'I can't read this military time. "
            "Put the screen back to my format.'"
        ),
        call='carcontrol_overheadScreen_set_time_format(time_format="12h")',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 PM, Omar said: 'The mirror is fogged. Heat it.' He enabled the mirror heating.",
            "[June 6, 2025] At 1:00 PM, Omar said: 'Dry today, off it goes.' He disabled the mirror heating.",
        ),
        question=(
            "At 7:00 AM, Omar was driving on a wet, foggy morning. He said: 'The side mirrors are useless like this.'"
        ),
        call='carcontrol_rearviewMirror_set_heating_enabled(side="both", enabled=true)',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 PM, Maya told Omar: 'I set the left mirror height to 64 so I can see the curb.'",
            "[June 6, 2025] At 7:00 PM, Omar set the left mirror height to 40.",
        ),
        question=(
            "At 7:00 PM, Maya was parallel parking. She told the car: 'I can't see the curb, move the left mirror "
            "back up to my height.'"
        ),
        call='carcontrol_rearviewMirror_set_height_position(side="left", value=64)',
    ),
    Story(
        facts=(
            "[June 5, 2025] At 7:00 PM, Maya asked the car for the reading light at 6 to grade papers.",
            "[June 8, 2025] At 9:00 PM, Omar dimmed the reading light to 2.",
        ),
        question=(
            "At 7:00 PM, Maya was in the passenger seat with a stack of exams while Omar drove. She told the car: "
            "'Twice as bright as Omar had it, please.'"
        ),
        call='carcontrol_light_set_reading_light_brightness(light="passenger", brightness=4)',
    ),
    Story(
        facts=(
            "[April 1, 2025] At 8:00 AM, Omar set the HUD height to 4.",
            "[May 1, 2025] At 8:00 AM, Omar set the HUD height to 7.",
        ),
        question="At 8:00 AM, Omar drove alone. He told the car: 'Put the HUD back to the height I had on April 1.'",
        call="carcontrol_HUD_set_height_level(level=4)",
    ),
    Story(
        facts=(
            "[April 1, 2025] At 8:00 AM, Lena told Omar: 'I want the ambient light teal when we drive to the beach.'",
            "[May 1, 2025] At 8:00 AM, Omar told Lena: 'Pink is for date night.' He set it to pink.",
        ),
        question=(
            "At 7:00 PM, Omar was taking Lena out to dinner for their anniversary. He told the car: 'You know the "
            "mood I want tonight.'"
        ),
        call='carcontrol_light_set_ambient_color(color="pink")',
    ),
    Story(
        facts=(
            "[April 1, 2025] At 8:00 AM, Omar turned off the ambient light, saying: 'I can't focus with all this "
            "glow.'",
            "[May 1, 2025] At 8:00 PM, Lena turned on the ambient light in orange.",
        ),
        question="At 8:00 AM, Omar was driving to an exam. He told the car: 'I need to focus, kill the glow.'",
        call="carcontrol_light_set_ambient_enabled(enabled=false)",
    ),
    Story(
        facts=(
            "[March 3, 2025] At 8:00 AM, Lena told Omar: 'I concentrate best with a violet glow.' Omar set the "
            "ambient light to purple for her.",
            "[March 13, 2025] At 8:00 PM, Omar drove alone and changed the ambient light to yellow because it "
            "felt warm.",
        ),
        question=(
            "At 9:00 AM, Omar was driving Lena to her exam. Lena sighed: 'I wish I could concentrate.' Omar told "
            "the car: 'Give her the light that helps.'"
        ),
        call='carcontrol_light_set_ambient_color(color="purple")',
    ),
    Story(
        facts=(
            "[March 3, 2025] At 8:00 AM, Maya set the temperature to 20 and said: 'I run hot after cycling.'",
            "[March 23, 2025] At 9:00 PM, Maya said: 'After the opera I like it cozy, 25 degrees.' She set the AC "
            "to 25.",
        ),
        question=(
            "At 6:00 PM, Maya tossed her helmet on the back seat, drenched after a ride. She told the car: 'You "
            "know what I need.'"
        ),
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=20)',
    ),
    Story(
        facts=(
            "[March 3, 2025] At 8:00 AM, Omar told Maya: 'I drove all over town because the voice only said half "
            "of it. From now on, detailed voice guidance for me.'",
            "[March 4, 2025] At 8:00 AM, Maya told Omar: 'I only want the essentials.' She switched the voice to "
            "simple.",
        ),
        question=(
            "At 8:00 AM, Maya got behind the wheel with Omar next to her. She told the car: 'My kind of guidance, "
            "please.'"
        ),
        call='carcontrol_navigation_set_voice_mode(mode="simple")',
    ),
    Story(
        facts=(
            "[March 3, 2025] At 8:00 AM, Lena was driving Maya. Lena said: 'Heading up makes me dizzy.' She set "
            "the map to north up.",
            "[March 4, 2025] At 8:00 AM, Omar set the map to heading up.",
        ),
        question=(
            "At 8:00 AM, Omar drove Lena to the airport. Lena looked at the map and groaned: 'I'm getting dizzy "
            "again.' Omar told the car: 'Set the map the way she likes it.'"
        ),
        call='carcontrol_navigation_set_map_view(view="north_up")',
    ),
    Story(
        facts=(
            "[April 3, 2025] At 9:00 PM, Omar said: 'The center display burns my eyes at night.' He lowered the "
            "center display brightness from 70 to 15.",
            "[April 5, 2025] At 12:00 PM, Omar said: 'Now it's washed out by the sun.' He raised it to 85.",
        ),
        question=(
            "At 10:00 PM, Omar was on his way home. He rubbed his eyes and told the car: 'Center display, please, "
            "same as that night.'"
        ),
        call="carcontrol_centerInformationDisplay_set_brightness(brightness=15)",
    ),
    Story(
        facts=(
            "[April 3, 2025] At 9:00 PM, Omar said: 'The center display burns my eyes at night.' He lowered the "
            "center display brightness from 70 to 15.",
            "[April 5, 2025] At 12:00 PM, Omar said: 'Now it's washed out by the sun.' He raised it to 85.",
        ),
        question=(
            "At 1:00 PM, Omar was driving into the sun. He told the car: 'I can't make out the center screen, go "
            "back to my daytime brightness minus 5.'"
        ),
        call="carcontrol_centerInformationDisplay_set_brightness(brightness=80)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya asked for a massage. The car started at level 3. Maya immediately "
            "said: 'Ouch, no! Gentle, level 1.' The car lowered it to 1.",
            "[May 20, 2025] At 9:00 AM, Omar set his massage to level 2.",
        ),
        question=(
            "At 9:30 AM, Maya got into the driver's seat after a long flight. She told the car: 'Massage, but "
            "don't hurt me this time.'"
        ),
        call='carcontrol_seat_set_massage_level(seat="driver", level=1)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Lena: 'I normally keep the steering wheel heating at 4.'",
            "[May 10, 2025] At 9:00 AM, Omar told Lena: 'I burned my hand on the stove, so the wheel heat stays "
            "off until it heals.' He turned the steering wheel heating off.",
            "[June 1, 2025] At 9:00 AM, Omar told Lena: 'My hand has completely healed.'",
        ),
        question=(
            "At 7:00 AM, Omar got in on a chilly morning. He told the car: 'Warm up the wheel like in the old days.'"
        ),
        call="carcontrol_steeringWheel_set_heating_level(level=4)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Lena: 'I normally keep the seat backrest at 35.'",
            "[May 10, 2025] At 9:00 AM, Omar hurt his back and set the backrest to 60.",
        ),
        question=(
            "At 7:00 AM, Omar winced as he climbed into the driver's seat. He told the car: 'My back is still "
            "bad, keep it how it was after the accident.'"
        ),
        call='carcontrol_seat_set_backrest_angle(seat="driver", value=60)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Maya: 'When my dad is in the car, set the navigation volume to "
            "75, he doesn't hear well.'",
            "[May 10, 2025] At 9:00 AM, Lena told Maya: 'For me 30 is enough.'",
        ),
        question=(
            "At 9:00 AM, Lena picked up her dad for lunch. She told the car: 'Dad's on board, fix the navigation "
            "volume.'"
        ),
        call="carcontrol_navigation_set_volume(volume=75)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Maya: 'When my dad is in the car, set the navigation volume to "
            "75, he doesn't hear well.'",
            "[May 10, 2025] At 9:00 AM, Lena told Maya: 'For me 30 is enough.' She set the navigation volume to 30.",
        ),
        question=(
            "At 9:00 AM, Lena was driving alone. She told the car: 'Why is it shouting at me? Navigation volume "
            "back to mine.'"
        ),
        call="carcontrol_navigation_set_volume(volume=30)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar was driving on a dusty road. He said: 'Close the outside air.' He set "
            "the circulation to inside.",
            "[May 4, 2025] At 9:00 AM, Omar drove by the sea and switched to outside air.",
        ),
        question=(
            "At 9:00 AM, Omar turned onto a gravel road behind a truck. Lena coughed: 'All this dust!' Omar told "
            "the car to do something about the air."
        ),
        call='carcontrol_airConditioner_set_circulation(zone="all", circulation="inside")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar was driving on a dusty road. He said: 'Close the outside air.' He set "
            "the circulation to inside.",
            "[May 4, 2025] At 9:00 AM, Omar drove by the sea and switched to outside air.",
        ),
        question="At 9:00 AM, Omar drove along the beach. He told the car: 'I want to smell the sea again.'",
        call='carcontrol_airConditioner_set_circulation(zone="all", circulation="outside")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: 'Play my language podcast in order, never shuffled.' She "
            "set the play mode to sequential.",
            "[May 5, 2025] At 9:00 PM, Maya told Omar: 'For dance music I want shuffle.' She set it to shuffle.",
        ),
        question=(
            "At 9:00 PM, Maya was driving Omar to a club. She told the car: 'Time for dance music, set the mode.'"
        ),
        call='carcontrol_music_set_play_mode(mode="shuffle")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: 'My mirror position is 55.' She set the right mirror "
            "horizontal position to 55.",
            "[May 5, 2025] At 9:00 PM, Omar moved the right mirror to 30.",
        ),
        question=(
            "At 9:00 AM, Maya got into the driver's seat. She told the car: 'Omar messed up the right mirror. Fix it.'"
        ),
        call='carcontrol_rearviewMirror_set_horizontal_position(side="right", value=55)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'I love red gauges for night drives.' She set the "
            "dashboard color to red.",
            "[May 6, 2025] At 9:00 AM, Lena told Omar: 'During the day I use white.' She set it to white.",
        ),
        question="At 11:00 PM, Lena started the engine. She told the car: 'Night drive. Dashboard, please.'",
        call='carcontrol_instrumentPanel_set_color(color="red")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'Set the HUD brightness to 7.'",
            "[May 6, 2025] At 9:00 AM, Lena said: 'No, 7 is too much, 5 is what I want.' The HUD was set to 5.",
        ),
        question="At 9:00 AM, Lena drove Omar. She told the car: 'HUD brightness as I corrected it, one notch down.'",
        call="carcontrol_HUD_set_brightness_level(level=4)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Maya: 'Headlights should come on by themselves.' He enabled auto "
            "headlights.",
            "[May 9, 2025] At 9:00 PM, Maya turned off auto headlights to watch the stars.",
        ),
        question=(
            "At 8:00 PM, Omar noticed that the headlights were off. He told the car: 'I rely on them switching by "
            "themselves, like I set it.'"
        ),
        call="carcontrol_light_set_auto_headlight(enabled=true)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Maya: 'Fold the mirrors when I lock the car, my street is "
            "narrow.' He enabled auto fold.",
            "[May 9, 2025] At 9:00 PM, Maya disabled the auto fold.",
        ),
        question=(
            "At 8:00 PM, Omar parked in his narrow street. He told the car: 'Someone nearly hit my mirrors. Put "
            "back my protection for locking.'"
        ),
        call='carcontrol_rearviewMirror_set_auto_fold_on_lock(side="both", enabled=true)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'My sister likes the seat ventilation at 4 when it's hot.'",
            "[May 9, 2025] At 9:00 PM, Lena set her own seat ventilation to 1.",
        ),
        question=(
            "At 2:00 PM, Lena was driving; it was a hot day. She told the car: 'Ventilation at my own level, please.'"
        ),
        call='carcontrol_seat_set_ventilation_speed(seat="driver", speed=1)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Maya: 'I like the air on my feet and the windshield.' He set the "
            "air direction to feet_window.",
            "[May 9, 2025] At 9:00 PM, Maya set the air direction to face.",
        ),
        question="At 9:00 AM, Omar was driving. He told the car: 'Air direction like I had it.'",
        call='carcontrol_airConditioner_set_air_direction(zone="driver", direction="feet_window")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya said: 'Zoom the map to 6.' The zoom was set to 6.",
            "[May 13, 2025] At 9:00 AM, Omar set the map zoom to 2.",
        ),
        question="At 9:00 AM, Maya was driving Omar. She told the car: 'Zoom in two levels from my setting.'",
        call="carcontrol_navigation_set_map_zoom(zoom=8)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya set the video quality to 480p to save data abroad.",
            "[May 13, 2025] At 9:00 AM, back home, Maya set the video quality to 1080p.",
        ),
        question=(
            "At 9:00 AM, Maya crossed the border with Lena. She told the car: 'We're abroad again, watch my data.'"
        ),
        call='carcontrol_video_set_quality(quality="480p")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena said: 'I set the leg support at 44, perfect for me.'",
            "[May 13, 2025] At 9:00 AM, Omar said: 'I prefer 61 for the leg support.' He set it to 61.",
        ),
        question=(
            "At 9:00 AM, Lena took over the wheel from Omar. She told the car: 'This leg support is way off for me.'"
        ),
        call='carcontrol_seat_set_leg_support_height(seat="driver", value=44)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'Please keep the overhead screen at 2, I get headaches.' "
            "Omar set it to 2.",
            "[May 13, 2025] At 9:00 AM, Maya set the overhead screen brightness to 4 for a movie.",
        ),
        question=(
            "At 9:00 AM, Lena sat in the back while Omar drove. She told Omar: 'My head... could you dim that "
            "screen to what we agreed?' Omar asked the car."
        ),
        call="carcontrol_overheadScreen_set_brightness_level(level=2)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'Show me the lyrics when my choir songs are on.' She "
            "enabled the lyrics display.",
            "[May 13, 2025] At 9:00 AM, Omar turned off the lyrics display.",
        ),
        question=(
            "At 9:00 AM, Lena was on her way to choir practice. She told the car: 'I need to rehearse the words.'"
        ),
        call="carcontrol_music_set_lyrics_display(enabled=true)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Lena: 'I read the center screen in Chinese to keep in practice.' "
            "He set the center display language to Chinese.",
            "[May 13, 2025] At 9:00 AM, Lena switched the center display to English.",
        ),
        question=(
            "At 9:00 AM, Omar got into the driver's seat. He told the car: 'Lena changed the language. Put it "
            "back for my practice.'"
        ),
        call='carcontrol_centerInformationDisplay_set_language(language="Chinese")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Lena: 'I have two kids in the back, so child lock stays on.' She "
            "enabled the window child lock.",
            "[May 13, 2025] At 9:00 AM, Maya drove alone and disabled the child lock.",
        ),
        question=(
            "At 3:00 PM, Maya picked up her kids from school. She told the car: 'They're back there playing with "
            "the windows, you know what to do.'"
        ),
        call='carcontrol_window_set_child_lock(window="all", enabled=true)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Maya: 'Set the instrument panel to map theme for road trips.' "
            "Maya set it.",
            "[May 13, 2025] At 9:00 AM, Omar told Maya: 'In town I want the scene theme.' He set it to scene.",
        ),
        question=(
            "At 9:00 AM, Omar and Maya set out on a road trip. Omar told the car: 'Panel theme for this kind of "
            "drive, please.'"
        ),
        call='carcontrol_instrumentPanel_set_theme(theme="map")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: 'I set the seat height to 66 when I wear sneakers.'",
            "[May 13, 2025] At 9:00 AM, Maya told Omar: 'In heels I need 58.' She set the seat height to 58.",
        ),
        question=(
            "At 6:00 PM, Maya got into the driver's seat in high heels. She told the car: 'Adjust my seat height "
            "for these shoes.'"
        ),
        call='carcontrol_seat_set_vertical_position(seat="driver", value=58)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: 'Set the music to 12 during my calls.'",
            "[May 13, 2025] At 9:00 AM, Maya told Omar: 'Set the music volume to 33 otherwise.'",
        ),
        question=(
            "At 9:00 AM, Omar was driving Maya. Maya's phone rang: 'It's my boss, I have to take this.' Omar told "
            "the car: 'Set the music for her call.'"
        ),
        call="carcontrol_music_set_volume(volume=12)",
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'I want the reading light at 3 when I nap next to it.'",
            "[May 13, 2025] At 9:00 PM, Lena told Omar: 'For knitting I need the reading light at 8.' Omar set it "
            "to 8.",
        ),
        question=(
            "At 9:00 PM, Lena sat in the passenger seat and took out her knitting while Omar drove. She asked the "
            "car for her light."
        ),
        call='carcontrol_light_set_reading_light_brightness(light="passenger", brightness=8)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told the car: 'I like 12-hour time on the dash.' The panel time "
            "format was set to 12h.",
            "[May 13, 2025] At 9:00 PM, Maya, used to 24h, changed the panel clock.",
        ),
        question="At 9:00 AM, Omar got in. He told the car: 'What's 21:00? Give me back my clock.'",
        call='carcontrol_instrumentPanel_set_time_format(time_format="12h")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Lena told Maya: 'The dentist is at Pine Medical Center.'",
            "[May 6, 2025] At 9:00 AM, Lena told Maya: 'Correction, my dentist moved to Elm Plaza.'",
        ),
        question="At 9:00 AM, Maya was driving Lena. Maya told the car: 'Navigate to Lena's dentist.'",
        call='carcontrol_navigation_navigate_to(destination="Elm Plaza")',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar drove. He told the car: 'Set the temperature to 19.'",
            "[May 6, 2025] At 9:00 AM, Lena told Omar: '19 is freezing me. At least 23.' Omar set it to 23 for her.",
        ),
        question="At 9:00 AM, Omar was driving alone. He told the car: 'She's not here, back to my temperature.'",
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=19)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Omar told Lena: 'I like the windows open at 30 in spring.' He opened all "
            "windows to 30.",
            "[June 6, 2025] At 9:00 AM, Lena sneezed: 'Pollen! Close them.' Omar closed the windows.",
        ),
        question=(
            "At 9:00 AM, Lena was riding with Omar and began to sneeze. She said: 'It's the pollen again.' Omar "
            "told the car to take care of the windows."
        ),
        call='carcontrol_window_set_open(window="all", is_open=false)',
    ),
    Story(
        facts=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: 'Set the foot support to 48.' It was set.",
            "[May 4, 2025] At 9:00 AM, Omar said: 'Mine is 20 lower than Maya's.' He set the foot support to 28.",
        ),
        question=(
            "At 9:00 AM, Omar got into the driver's seat. He told the car: 'Foot support to half of what Maya has.'"
        ),
        call='carcontrol_seat_set_foot_support_height(seat="driver", value=24)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 7:30 AM, Omar was driving Lena to the clinic. Omar complained: 'This seat is like "
            "a rock, my spine is killing me.' He set the driver's seat massage to level 2.",
            "[June 12, 2025] At 6:00 PM, Omar drove home. He said: 'The massage makes me drowsy, no more of it.' "
            "He switched the massage off.",
        ),
        question=(
            "At 7:45 AM, Omar got into the driver's seat with Lena. He told the car: 'My spine hurts like on the "
            "way to the clinic. Same remedy, please.'"
        ),
        call='carcontrol_seat_set_massage_level(seat="driver", level=2)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 7:30 AM, Lena mentioned to Maya: 'I keep the cabin at 23 degrees all year.'",
            "[August 12, 2025] At 2:00 PM, Lena told Omar: 'With this heat I've gone down to 19 until the "
            "heatwave ends.' She set it to 19.",
            "[September 1, 2025] At 9:00 AM, Lena told Maya: 'Finally, the heatwave is over.'",
        ),
        question="At 9:00 AM, Lena started the car. She told the car: 'Set my normal cabin temperature.'",
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=23)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 7:30 AM, Maya told Omar: 'Turquoise reminds me of my honeymoon. I want that glow "
            "in the car.' Omar set the ambient light to cyan.",
            "[June 20, 2025] At 7:30 PM, Omar told the car: 'Red for me.' The ambient light turned red.",
        ),
        question=(
            "At 8:00 PM, Omar drove Maya to their anniversary dinner. He told the car: 'Set the glow that reminds "
            "her of the honeymoon.'"
        ),
        call='carcontrol_light_set_ambient_color(color="cyan")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 7:30 AM, Omar drove Maya. Maya said: 'The arrows on the windshield are too low for "
            "me.' She raised the HUD height to 8.",
            "[June 9, 2025] At 7:30 AM, Lena set the HUD height to 3.",
        ),
        question=(
            "At 8:00 AM, Maya got into the driver's seat. She told Lena: 'Did you touch the head-up display? I "
            "can't see it properly.' She asked the car to put it back."
        ),
        call="carcontrol_HUD_set_height_level(level=8)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 7:30 PM, Lena drove alone. She told the car: 'I get carsick when the map spins. "
            "Keep north at the top.' The map view was set to north_up.",
            "[June 9, 2025] At 7:30 AM, Maya told the car: '3D is fun.' She set it to 3d.",
        ),
        question=(
            "At 8:00 AM, Lena was driving Maya. She told Maya: 'Ugh, I feel carsick, who changed the map?' Lena "
            "asked the car to correct it."
        ),
        call='carcontrol_navigation_set_map_view(view="north_up")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 PM, Omar drove home from work. He told the car: 'Dim the instrument panel to "
            "1, it's late.' The brightness was set to 1.",
            "[June 9, 2025] At 12:00 PM, Omar told the car: 'Panel to full brightness, the sun is out.' It was "
            "set to 5.",
        ),
        question=(
            "At 11:00 PM, Omar was driving Maya home. He told the car: 'It's late, the panel should be like on my "
            "night shifts, just one step brighter.'"
        ),
        call="carcontrol_instrumentPanel_set_brightness(brightness=2)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar was driving. He told the car: 'Louder, I can't hear the "
            "directions.' The navigation volume was set to 65.",
            "[June 9, 2025] At 12:00 PM, Lena was driving. She told the car: 'The directions are too loud.' The "
            "navigation volume was set to 25.",
        ),
        question=(
            "At 9:00 AM, Lena was driving Omar to work. She told the car: 'Navigation volume for me, please, five "
            "points lower than last time.'"
        ),
        call="carcontrol_navigation_set_volume(volume=20)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Maya told Lena: 'Whenever my nephew rides along, I lock the rear windows "
            "for him.' She enabled the child lock on all windows.",
            "[June 9, 2025] At 12:00 PM, Maya drove alone and disabled the child lock.",
        ),
        question=(
            "At 3:00 PM, Maya buckled her nephew into his seat. She told the car: 'My little guest is aboard, do "
            "the safety thing with the windows.'"
        ),
        call='carcontrol_window_set_child_lock(window="all", enabled=true)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar said: 'Dehumidify keeps the windows clear in this wet weather.' He "
            "set the AC mode to dehumidify.",
            "[June 9, 2025] At 12:00 PM, Maya set the AC mode to auto.",
        ),
        question=(
            "At 10:00 AM, Omar was driving on a damp, rainy morning. He told the car: 'AC to what I use in wet "
            "weather.'"
        ),
        call='carcontrol_airConditioner_set_mode(zone="driver", mode="dehumidify")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Maya set the leg support height to 30, saying: 'Higher cuts off my "
            "circulation.'",
            "[June 9, 2025] At 12:00 PM, Omar, who is much taller, set the leg support height to 70.",
        ),
        question=(
            "At 10:00 AM, Maya got into the driver's seat after Omar had used the car. She told the car: 'My legs "
            "are going numb. Put it back.'"
        ),
        call='carcontrol_seat_set_leg_support_height(seat="driver", value=30)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar told Lena: 'Steering wheel heating at 6 keeps my arthritis at bay.' "
            "He set it to 6.",
            "[June 9, 2025] At 12:00 PM, Lena told Omar: 'I'd melt at 6. 2 is plenty for me.' She set it to 2.",
        ),
        question=(
            "At 7:00 AM, Omar grabbed the wheel and flinched: 'My arthritis is acting up.' He asked the car to "
            "warm the wheel."
        ),
        call="carcontrol_steeringWheel_set_heating_level(level=6)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Maya told the car: 'Reading light at 9, I dropped an earring.' The car "
            "set it to 9.",
            "[June 9, 2025] At 9:00 PM, Maya told the car: 'For my crossword 5 is fine.' The reading light was "
            "set to 5.",
        ),
        question=(
            "At 9:00 PM, Maya was waiting in the driver's seat and solving a crossword. She told the car: 'Light "
            "for my puzzle.'"
        ),
        call='carcontrol_light_set_reading_light_brightness(light="driver", brightness=5)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar told Maya: 'I get lost in the port area, there I want every turn "
            "announced in detail.' He set the voice mode to detailed.",
            "[June 9, 2025] At 12:00 PM, Omar told Maya: 'On the way home the short version will do.' He set the "
            "voice mode to simple.",
        ),
        question=(
            "At 5:30 PM, Omar left the office and headed home with Maya. He told the car: 'You know how I want "
            "the voice on this route.'"
        ),
        call='carcontrol_navigation_set_voice_mode(mode="simple")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Lena told Maya: 'When it pours, I want the mirror heating on.' She "
            "enabled it.",
            "[June 9, 2025] At 12:00 PM, Lena told Maya: 'Nice and dry, mirror heating off.' She disabled it.",
        ),
        question=(
            "At 6:00 PM, Lena was driving through a downpour with Maya. She muttered: 'The mirrors are full of "
            "water again.'"
        ),
        call='carcontrol_rearviewMirror_set_heating_enabled(side="both", enabled=true)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Maya told Omar: 'Looping one song drives me crazy. I like the whole list "
            "on repeat.' She set it to list loop.",
            "[June 9, 2025] At 12:00 PM, Omar set the play mode to single loop for his favourite track.",
        ),
        question=(
            "At 8:00 AM, Maya took the wheel, and the same song kept coming. She told the car: 'This is driving "
            "me crazy! My play mode, please.'"
        ),
        call='carcontrol_music_set_play_mode(mode="list_loop")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar said: 'The air on my face dries my eyes. Feet only.' He set the air "
            "direction to feet.",
            "[June 9, 2025] At 12:00 PM, Lena set the air direction to face.",
        ),
        question=(
            "At 8:00 AM, Omar was driving Lena. He blinked and said: 'My eyes are so dry.' He told the car to "
            "change where the air goes."
        ),
        call='carcontrol_airConditioner_set_air_direction(zone="driver", direction="feet")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Lena said to Omar: 'In my back row screen 0 is what I want at night.' "
            "Omar set the overhead screen brightness to 0.",
            "[June 9, 2025] At 12:00 PM, Maya set the overhead screen brightness to 3.",
        ),
        question=(
            "At 10:00 PM, Lena was in the back seat, Omar was driving. Lena said: 'I'm trying to sleep, that "
            "screen is killing me.' Omar asked the car to handle the overhead screen."
        ),
        call="carcontrol_overheadScreen_set_brightness_level(level=0)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Omar told the car: 'Set the seat vertical position to 40.' At 10:02 AM, "
            "Omar grumbled: 'I feel like I'm on the floor. Make it 55.' The car raised the seat to 55.",
        ),
        question=(
            "At 10:00 AM, Omar got into the driver's seat. He told the car: 'Seat height like I ended up with "
            "last time.'"
        ),
        call='carcontrol_seat_set_vertical_position(seat="driver", value=55)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 10:00 AM, Maya told the car: 'Windows open at 15 when I smoke.' The car opened the "
            "driver window to 15.",
            "[June 9, 2025] At 12:00 PM, Maya opened the driver window to 80 to talk to a friend.",
        ),
        question=(
            "At 10:00 AM, Maya lit a cigarette at the wheel. She told the car: 'Driver window, smoking position.'"
        ),
        call='carcontrol_window_set_open_degree(window="driver", degree=15)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Omar drove Lena. Lena said: 'I like jazz at 22.' Omar set the music "
            "volume to 22.",
            "[June 9, 2025] At 12:00 PM, Omar set the music volume to 50 because he was alone.",
        ),
        question="At 8:00 AM, Lena joined Omar for the commute. Omar told the car: 'Music as Lena likes it.'",
        call="carcontrol_music_set_volume(volume=22)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Lena told Omar: 'Purple for my meditation.' Omar set the ambient light to "
            "purple.",
            "[June 9, 2025] At 9:00 AM, Lena told Omar: 'I changed my mind, white is better for my meditation.' "
            "She set it to white.",
        ),
        question="At 7:00 AM, Lena parked by the lake to meditate. She told the car: 'My meditation light.'",
        call='carcontrol_light_set_ambient_color(color="white")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Maya set the center display brightness to 60, her usual level.",
            "[June 9, 2025] At 9:00 AM, Maya had her pupils dilated by the eye doctor and set the center display "
            "brightness to 10.",
        ),
        question=(
            "At 9:00 AM, Maya was driving to work, her eyes back to normal. She told the car: 'Center display to "
            "my regular brightness.'"
        ),
        call="carcontrol_centerInformationDisplay_set_brightness(brightness=60)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Omar told the car: 'I like to see the traffic on the map when I'm in a "
            "hurry.' He enabled the traffic display.",
            "[June 9, 2025] At 9:00 AM, Lena turned off the traffic display.",
        ),
        question=(
            "At 8:50 AM, Omar rushed to the car: 'I'm late for my flight!' He asked the car to show him what's "
            "ahead on the roads."
        ),
        call="carcontrol_navigation_set_traffic_display(enabled=true)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Omar told Maya: 'The conference is at the Grand Plaza Hotel.'",
            "[June 5, 2025] At 9:00 AM, Omar told Lena: 'They moved the conference to the Riverside Hall.'",
        ),
        question="At 8:00 AM, Omar was driving. He told the car: 'Navigate to the conference.'",
        call='carcontrol_navigation_navigate_to(destination="Riverside Hall")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Omar told Maya: 'I set the map zoom to 7 for deliveries.'",
            "[June 5, 2025] At 9:00 AM, Maya set the map zoom to 3.",
        ),
        question=(
            "At 8:00 AM, Omar was starting his deliveries. He told the car: 'Zoom for deliveries, but two levels "
            "further out.'"
        ),
        call="carcontrol_navigation_set_map_zoom(zoom=5)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Lena told Omar: 'My right mirror belongs at 20 horizontally.' She set the "
            "right mirror horizontal position to 20.",
            "[June 5, 2025] At 9:00 AM, Omar set both mirrors to 50.",
        ),
        question=(
            "At 8:00 AM, Lena got behind the wheel. She told the car: 'Horizontal position of the right mirror, "
            "my value.'"
        ),
        call='carcontrol_rearviewMirror_set_horizontal_position(side="right", value=20)',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Maya told Omar: 'At home I watch in 1080p.' She set the video quality to "
            "1080p.",
            "[June 5, 2025] At 9:00 AM, Maya said: 'On the ferry the signal is weak, 270p has to do.' She set the "
            "video quality to 270p.",
        ),
        question=(
            "At 9:00 AM, Maya drove onto the ferry and parked. She told the car: 'Weak signal again, choose the "
            "quality accordingly.'"
        ),
        call='carcontrol_video_set_quality(quality="270p")',
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Omar said: 'I hate fiddling with the headlights, let them switch "
            "automatically.' He turned on auto headlights.",
            "[June 5, 2025] At 9:00 PM, Maya turned off the auto headlights for stargazing.",
        ),
        question=(
            "At 9:00 PM, Omar was driving after Maya's stargazing trip. He said: 'Why do I have to fiddle with "
            "the headlights?' He asked the car to fix it."
        ),
        call="carcontrol_light_set_auto_headlight(enabled=true)",
    ),
    Story(
        facts=(
            "[June 2, 2025] At 9:00 AM, Lena told Maya: 'I sit tall, so I set the headrest at 70.'",
            "[June 5, 2025] At 9:00 AM, Maya lowered the headrest to 25.",
        ),
        question=(
            "At 9:00 AM, Lena got into the driver's seat and leaned back. She told the car: 'This headrest pokes "
            "my neck. Mine, please, minus 10.'"
        ),
        call='carcontrol_seat_set_headrest_height(seat="driver", value=60)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 6:00 PM, Lena was parked, waiting for Omar. She set the overhead screen "
            "brightness to 4, her profile preference.",
            "[March 14, 2025] At 9:00 PM, Omar, tired, dimmed the overhead screen to 1.",
        ),
        question=(
            "At 7:00 PM, Lena sat in the rear seat and asked the car to restore the overhead screen to the way "
            "she normally has it."
        ),
        call="carcontrol_overheadScreen_set_brightness_level(level=4)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 6:00 PM, Omar told Lena: 'I was wrong about 3D, it hides the street names. 2D "
            "from now on.' The map view was changed to 2d.",
            "[February 4, 2025] At 6:00 PM, Omar told Lena: '3D looks great!' He set the map view to 3d.",
        ),
        question="At 7:00 PM, Omar was driving Lena. He asked the car to set the map the way he decided on.",
        call='carcontrol_navigation_set_map_view(view="2d")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 6:00 PM, Maya drove Omar to physio. Omar said: 'My knee is swollen, I need the "
            "leg support up.' He raised the leg support to 80.",
            "[April 14, 2025] At 9:00 PM, Omar mentioned: 'My knee is as good as new.'",
            "[January 4, 2025] At 6:00 PM, Omar set the leg support to 45, calling it his standard.",
        ),
        question=(
            "At 7:00 PM, Omar got into the driver's seat. He told the car: 'No more special treatment, leg "
            "support to my standard.'"
        ),
        call='carcontrol_seat_set_leg_support_height(seat="driver", value=45)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 6:00 PM, Maya drove Omar to physio. Omar said: 'My knee is swollen, I need the "
            "leg support up.' He raised the leg support to 80.",
            "[January 4, 2025] At 6:00 PM, Omar set the leg support to 45, calling it his standard.",
        ),
        question=(
            "At 7:00 PM, Omar limped to the driver's seat, his knee still swollen. He sighed and looked at the "
            "leg rest."
        ),
        call='carcontrol_seat_set_leg_support_height(seat="driver", value=80)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 6:00 PM, Lena drove Maya. Maya said: 'I can't hear myself think.' Lena lowered "
            "the music volume to 10 for her.",
            "[March 14, 2025] At 9:00 PM, Lena, alone, turned the music up to 60.",
        ),
        question="At 7:00 PM, Lena was driving home by herself after work. She told the car: 'Finally alone. Music!'",
        call="carcontrol_music_set_volume(volume=60)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar drove past the tannery and gagged: 'Recirculate, quick!' The "
            "circulation was set to inside.",
            "[March 14, 2025] At 9:00 PM, Omar opened up to outside air on the mountain pass.",
        ),
        question=(
            "At 8:00 AM, Omar was about to pass the tannery again with Maya. Maya pinched her nose. Omar told the "
            "car: 'You know what to do here.'"
        ),
        call='carcontrol_airConditioner_set_circulation(zone="all", circulation="inside")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya complained to Omar: 'Who moved the rearview mirror? I need it at "
            "height 33.' She set both mirrors' height to 33.",
            "[March 1, 2025] At 8:00 AM, Omar set the mirror height to 71.",
        ),
        question=(
            "At 8:00 AM, Maya slid behind the wheel after Omar's trip. She told the car: 'Same story as last "
            "time, the mirrors point at the sky.'"
        ),
        call='carcontrol_rearviewMirror_set_height_position(side="both", value=33)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena had gloves on and set the steering wheel heating to 2.",
            "[March 9, 2025] At 8:00 AM, Lena forgot her gloves and set the steering wheel heating to 8.",
        ),
        question=(
            "At 8:00 AM, Lena noticed she had left her gloves at home. She told the car: 'Wheel heating, "
            "gloveless edition.'"
        ),
        call="carcontrol_steeringWheel_set_heating_level(level=8)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar explained to Maya: 'Yellow gauges for me, I'm color-blind to red.' "
            "He set the instrument panel to yellow.",
            "[March 9, 2025] At 8:00 AM, Maya set the instrument panel to red.",
        ),
        question=(
            "At 8:00 AM, Omar took over from Maya. He stared at the dash and said: 'I can't read red.' He asked "
            "the car to fix the color."
        ),
        call='carcontrol_instrumentPanel_set_color(color="yellow")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya told the car: 'Level 3 massage for my stiff neck.' It was set to 3.",
            "[March 9, 2025] At 8:00 AM, Maya told the car: 'Today I only need a gentle one.' She set the massage "
            "to 1.",
        ),
        question=(
            "At 8:00 AM, Maya woke up with a stiff neck and got into the driver's seat. She told the car: 'Same "
            "massage as for my stiff neck before.'"
        ),
        call='carcontrol_seat_set_massage_level(seat="driver", level=3)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena told Omar: 'The HUD is in my line of sight, lower it to 3.' Omar "
            "lowered it to 3.",
            "[March 9, 2025] At 8:00 AM, Maya set the HUD height to 9.",
        ),
        question=(
            "At 8:00 AM, Lena got into the driver's seat. Omar asked her: 'Do you want the HUD where you had it?' "
            "Lena nodded."
        ),
        call="carcontrol_HUD_set_height_level(level=3)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya told the car: 'When I read manga, set the reading light to 7.' It "
            "was set to 7.",
            "[March 9, 2025] At 8:00 AM, Maya told the car: 'When I do my makeup, set the reading light to 10.'",
        ),
        question=(
            "At 8:00 AM, Maya sat in the passenger seat while Lena drove, and opened her makeup bag. She asked "
            "for her light."
        ),
        call='carcontrol_light_set_reading_light_brightness(light="passenger", brightness=10)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar said: 'This screen should go dark by itself at night.' He enabled "
            "the center display's auto brightness.",
            "[March 9, 2025] At 8:00 AM, Lena disabled the center display's auto brightness.",
        ),
        question=(
            "At 9:00 PM, Omar was driving Lena. He told the car: 'I don't want to adjust the center display by hand.'"
        ),
        call="carcontrol_centerInformationDisplay_set_auto_brightness(enabled=true)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya said to Lena: 'My favorite song gets played ten times in a row, "
            "don't judge.' She set it to single loop.",
            "[March 9, 2025] At 8:00 AM, Lena said: 'Surprise me.' She set it to shuffle.",
        ),
        question="At 8:00 AM, Lena was driving Maya. Lena told the car: 'I want to be surprised, as always.'",
        call='carcontrol_music_set_play_mode(mode="shuffle")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told Lena: 'For the drive-in cinema I want the windows at 0 and the "
            "AC fan at 1.' Lena set the fan speed to 1.",
        ),
        question=(
            "At 9:00 PM, Omar parked at the drive-in cinema with Lena. He told the car: 'Fan speed as for the "
            "cinema, but one level more.'"
        ),
        call='carcontrol_airConditioner_set_fan_speed(zone="driver", speed=2)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena said: 'I like fresh air from outside, always.' She set the "
            "circulation to outside.",
            "[March 9, 2025] At 8:00 AM, Omar set the circulation to inside in the tunnel.",
        ),
        question=(
            "At 8:00 AM, Lena got into the car and sniffed. She told the car: 'It's stale in here. Do it my way.'"
        ),
        call='carcontrol_airConditioner_set_circulation(zone="all", circulation="outside")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told the car: 'Reduce the backrest angle to 30.' Then he said: 'Too "
            "far. 38 is the sweet spot.' The car set it to 38.",
            "[April 9, 2025] At 8:00 AM, Lena set the backrest to 70.",
        ),
        question="At 8:00 AM, Omar drove alone. He told the car: 'Backrest to my sweet spot.'",
        call='carcontrol_seat_set_backrest_angle(seat="driver", value=38)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar said to Maya: 'I'm lost without voice. Detailed, please.' Maya set "
            "the voice mode to detailed for him.",
            "[April 9, 2025] At 8:00 AM, Maya muted the navigation.",
        ),
        question=(
            "At 8:00 AM, Maya was in the passenger seat and Omar was driving. Maya told the car: 'Give Omar the "
            "voice guidance he needs.'"
        ),
        call='carcontrol_navigation_set_voice_mode(mode="detailed")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena told Maya: 'Please close the sunroof completely when it's windy.' "
            "Maya closed the sunroof to 0.",
            "[April 9, 2025] At 8:00 AM, Maya opened the sunroof to 50.",
        ),
        question=(
            "At 8:00 AM, Maya was driving Lena along the stormy coast. Lena said: 'What a wind! You remember my "
            "wish?' Maya asked the car to set the sunroof."
        ),
        call="carcontrol_sunroof_set_open_degree(degree=0)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told the car: 'Seat ventilation at 5 after my run.' It was set to 5.",
            "[April 9, 2025] At 8:00 AM, Omar told the car: 'Seat ventilation at 2 is enough for the office.'",
        ),
        question=(
            "At 8:00 AM, Omar came back from a run, soaked, and dropped into the driver's seat. He told the car: "
            "'Ventilate my seat.'"
        ),
        call='carcontrol_seat_set_ventilation_speed(seat="driver", speed=5)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya told Omar: 'I set the video volume at 35 for cartoons with the kids.'",
            "[April 9, 2025] At 8:00 AM, Maya told Omar: 'For my lectures I put the video volume at 50.'",
        ),
        question=(
            "At 8:00 AM, Maya was parked with her kids, who wanted cartoons. She told the car: 'Video volume for "
            "the little ones.'"
        ),
        call="carcontrol_video_set_volume(volume=35)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena told Omar: 'I need 27 degrees when I come from the ice rink.' Lena "
            "set it to 27.",
            "[April 9, 2025] At 8:00 AM, Lena set the AC to 22.",
        ),
        question=(
            "At 8:00 PM, Lena came from the ice rink, shivering, and Omar drove her home. Lena said: 'You know "
            "what I need now.' Omar asked the car for her temperature."
        ),
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=27)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Maya told the car: 'Zoom level 3 for the highway.' It was set to 3.",
            "[April 9, 2025] At 8:00 AM, Maya told the car: 'In the city I want zoom level 9.' It was set to 9.",
        ),
        question="At 8:00 AM, Maya exited into the city center. She told the car: 'Map zoom for the city, please.'",
        call="carcontrol_navigation_set_map_zoom(zoom=9)",
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told Maya: 'Blink mode on the instrument panel wakes me up.' He set "
            "the behavior to blink.",
            "[April 9, 2025] At 8:00 AM, Maya set the panel behavior to constant.",
        ),
        question=(
            "At 5:00 AM, Omar yawned in the driver's seat. He told the car: 'I'm half asleep. The panel trick, please.'"
        ),
        call='carcontrol_instrumentPanel_set_behavior_mode(mode="blink")',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Lena told the car: 'Turn on the auto reverse tilt for the right mirror, "
            "I scratch the rims otherwise.' It was enabled.",
            "[April 9, 2025] At 8:00 AM, Omar disabled the auto reverse tilt on the right mirror.",
        ),
        question=(
            "At 8:00 AM, Lena was backing into a spot. She told the car: 'I'm going to scratch the rims again, "
            "help me with the mirror.'"
        ),
        call='carcontrol_rearviewMirror_set_auto_reverse_tilt(side="right", enabled=true)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told Maya: 'In the car wash everything must be shut.' He closed all "
            "windows.",
            "[April 9, 2025] At 8:00 AM, Omar opened all windows to 40 to dry the seats.",
        ),
        question=(
            "At 8:00 AM, Omar left the car wash with soaked seats. He told the car: 'Dry the seats like in April.'"
        ),
        call='carcontrol_window_set_open_degree(window="all", degree=40)',
    ),
    Story(
        facts=(
            "[March 4, 2025] At 8:00 AM, Omar told Lena: 'Your perfume is strong today, I open my window a crack, "
            "5 percent.' He opened the driver window to 5.",
            "[April 9, 2025] At 8:00 AM, Omar set the driver window to 50.",
        ),
        question=(
            "At 8:00 AM, Omar was driving Lena, who wore that perfume. He told the car: 'A crack like the other "
            "day with the perfume, my window.'"
        ),
        call='carcontrol_window_set_open_degree(window="driver", degree=5)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar drove Lena. Lena said: 'When I'm with you, 40 is the loudest I can "
            "take.' Omar agreed and set the music volume to 40.",
            "[July 6, 2025] At 6:00 PM, Omar was alone and set the music volume to 75.",
        ),
        question="At 7:00 PM, Omar was driving Lena. He told the car: 'Music, but mind our agreement.'",
        call="carcontrol_music_set_volume(volume=40)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya told Omar: 'My wife likes the passenger seat heated at 2.'",
            "[July 6, 2025] At 6:00 PM, Maya set the passenger seat heating to 1 for Omar.",
        ),
        question=(
            "At 7:00 AM, Maya picked up her wife on a cold morning. She told the car: 'Passenger seat for my wife.'"
        ),
        call='carcontrol_seat_set_heating_level(seat="passenger", level=2)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena set the temperature to 20. Omar said: 'I'd prefer 24.' They settled "
            "on 22.",
            "[July 9, 2025] At 6:00 PM, Omar was alone and set it to 24.",
        ),
        question=(
            "At 7:00 PM, Omar and Lena were on their way home. Lena told the car: 'Set the temperature we settled on.'"
        ),
        call='carcontrol_airConditioner_set_temperature(zone="all", temperature=22)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar set the navigation volume to 30.",
            "[July 9, 2025] At 6:00 PM, Lena set the navigation volume to 60.",
        ),
        question=(
            "At 7:00 PM, Omar was driving. He told the car: 'Navigation volume as I had it, no wait, make it ten "
            "higher.'"
        ),
        call="carcontrol_navigation_set_volume(volume=40)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told Omar: 'In the car park I fold the mirrors automatically when I "
            "lock.' She enabled it.",
            "[July 9, 2025] At 6:00 PM, Lena disabled the auto fold at home because of the noise.",
        ),
        question="At 7:00 PM, Lena pulled into the car park. She told the car: 'Car park rules for the mirrors.'",
        call='carcontrol_rearviewMirror_set_auto_fold_on_lock(side="both", enabled=true)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya told Omar: 'I prefer the simple voice, but when Lena navigates she "
            "wants detailed.' Maya set it to simple.",
        ),
        question="At 7:00 PM, Maya was driving alone. She told the car: 'Voice guidance my way.'",
        call='carcontrol_navigation_set_voice_mode(mode="simple")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told the car: 'The seat is too far forward. Set it to 65.' The car "
            "moved the seat horizontally to 65.",
            "[July 9, 2025] At 6:00 PM, Lena, who is petite, moved the seat to 25.",
        ),
        question=(
            "At 7:00 PM, Omar squeezed himself behind the wheel, his knees against the dash. He asked the car to "
            "move the seat to where it was before Lena drove."
        ),
        call='carcontrol_seat_set_horizontal_position(seat="driver", value=65)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told the car: 'Set the sunroof to 20.'",
            "[July 6, 2025] At 6:00 PM, Omar told the car: 'Sunroof to 60 for the barbecue trip.'",
        ),
        question="At 7:00 PM, Omar was driving. He told the car: 'Sunroof as on July 4, please.'",
        call="carcontrol_sunroof_set_open_degree(degree=20)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told Maya: 'Orange light for storytelling.' She set the ambient "
            "light to orange.",
            "[July 6, 2025] At 6:00 PM, Lena told Maya: 'White light for homework.' She set it to white.",
        ),
        question=(
            "At 6:00 PM, Lena's daughter took out her homework on the back seat. Lena told the car: 'Not the "
            "storytelling light, the other one.'"
        ),
        call='carcontrol_light_set_ambient_color(color="white")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told the car: 'The wipers are too slow in this rain. Speed 4.' The "
            "front wiper was set to speed 4.",
            "[July 6, 2025] At 6:00 PM, in light drizzle, Omar set the front wiper to speed 1.",
        ),
        question=(
            "At 6:00 PM, Omar was driving through heavy rain. He said: 'I can barely see through the windshield.' "
            "He asked the car to adjust the wipers like in the last heavy rain, but one faster."
        ),
        call='carcontrol_wiper_set_speed(wiper="front", speed=5)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya told Lena: 'When I say cinema, I mean the overhead screen at 5.' She "
            "set it to 5.",
            "[July 6, 2025] At 6:00 PM, Omar set the overhead screen to 2.",
        ),
        question="At 8:00 PM, Maya and Lena got comfortable in the back. Maya told the car: 'Cinema!'",
        call="carcontrol_overheadScreen_set_brightness_level(level=5)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told Maya: 'My grandpa hears badly. Radio at 70 for him.' She set "
            "the radio volume to 70.",
            "[July 6, 2025] At 6:00 PM, Lena set the radio volume to 20.",
        ),
        question="At 8:00 AM, Lena drove her grandpa to the doctor. She told the car: 'Radio so that he can hear it.'",
        call="carcontrol_radio_set_volume(volume=70)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told Lena: 'I want to see the trail maps in 3D.' He set the map view "
            "to 3d.",
            "[July 6, 2025] At 6:00 PM, Omar told Lena: 'In town 2D does the job.' He set it to 2d.",
        ),
        question=(
            "At 8:00 AM, Omar turned off the main road onto the mountain trail. He told the car: 'Map for the trails.'"
        ),
        call='carcontrol_navigation_set_map_view(view="3d")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya told Omar: 'My office is at 7 Dock Street now.'",
            "[June 4, 2025] At 6:00 PM, Maya told Omar: 'My office is on Mill Road.'",
        ),
        question="At 8:00 AM, Omar was driving Maya. Maya told the car: 'Take me to my office.'",
        call='carcontrol_navigation_navigate_to(destination="7 Dock Street")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar prefers the steering wheel heating off, since his hands sweat. He "
            "switched it off.",
            "[July 6, 2025] At 6:00 PM, Lena switched the steering wheel heating on.",
        ),
        question="At 8:00 AM, Omar grabbed the wheel. He told the car: 'My hands are sweating, who did this?'",
        call="carcontrol_steeringWheel_set_heating_enabled(enabled=false)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told Omar: 'Speed camera alerts make me nervous.' She disabled them.",
            "[July 6, 2025] At 6:00 PM, Omar enabled the speed camera alerts.",
        ),
        question="At 8:00 AM, Lena was driving Omar. She told the car: 'These alerts again! You know my opinion.'",
        call="carcontrol_navigation_set_speed_camera_alert(enabled=false)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya told the car: 'Headrest 48 for my ponytail.' The headrest was set to 48.",
            "[July 6, 2025] At 6:00 PM, Maya wore her hair down and set the headrest to 56.",
        ),
        question=(
            "At 8:00 AM, Maya got into the driver's seat with a ponytail. She told the car: 'Headrest for this hairdo.'"
        ),
        call='carcontrol_seat_set_headrest_height(seat="driver", value=48)',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar set the HUD brightness to 4.",
            "[July 6, 2025] At 6:00 PM, Lena set the HUD brightness to 8.",
        ),
        question="At 8:00 AM, Omar was driving. He told the car: 'HUD brightness exactly between mine and Lena's.'",
        call="carcontrol_HUD_set_brightness_level(level=6)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told Lena: 'I always run the AC on auto.' He set the AC mode to auto.",
            "[July 6, 2025] At 6:00 PM, Lena set the AC mode to swing.",
        ),
        question=(
            "At 8:00 AM, Omar got into the car with Lena. He told the car: 'Stop this swinging, back to my mode.'"
        ),
        call='carcontrol_airConditioner_set_mode(zone="all", mode="auto")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told the car: 'Lower the video to 240... no, 480p is as low as I "
            "go.' The quality was set to 480p.",
            "[July 6, 2025] At 6:00 PM, Omar set the video quality to 1080p.",
        ),
        question="At 8:00 PM, Lena was parked and short of data. She told the car: 'Lowest I can bear, as I said.'",
        call='carcontrol_video_set_quality(quality="480p")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Omar told Maya: 'Green calms me before exams.' Omar set the ambient light "
            "to green.",
            "[July 6, 2025] At 6:00 PM, Maya told Omar: 'Yellow cheers me up.' She set it to yellow.",
        ),
        question=(
            "At 8:00 AM, Maya was driving Omar to his exam. Omar was trembling. Maya told the car: 'Put on the "
            "color that calms him.'"
        ),
        call='carcontrol_light_set_ambient_color(color="green")',
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Maya drove Lena. Maya said: 'Your music is fine, but below 25 when I "
            "park.' She set the music volume to 25.",
            "[July 6, 2025] At 6:00 PM, Maya set the music volume to 45 on the highway.",
        ),
        question=(
            "At 8:00 AM, Maya was looking for a parking spot. She told the car: 'I need to park, music accordingly.'"
        ),
        call="carcontrol_music_set_volume(volume=25)",
    ),
    Story(
        facts=(
            "[July 4, 2025] At 6:00 PM, Lena told the car: 'Set the cushion angle to 12.' It was set. A minute "
            "later Lena told the car: 'Undo that, 20 was right.' The car set it to 20.",
        ),
        question=(
            "At 8:00 AM, Lena got into the driver's seat. She asked the car to set the cushion angle as she left it."
        ),
        call='carcontrol_seat_set_cushion_angle(seat="driver", value=20)',
    ),
    Story(
        facts=(
            "[May 2, 2025] At 9:00 AM, Maya told Omar that she opens the rear left window to 20 when she smokes, and "
            "that Lena wants the passenger window at 70.",
        ),
        question="At 7:00 PM, Maya lit a cigarette. She told the car: 'The window, as when I smoke.'",
        call="carcontrol_window_set_open_degree(window='rear_left', degree=20)",
    ),
    Story(
        facts=(
            "[May 2, 2025] At 9:00 AM, Maya said that she tilts the right mirror up to 60 since the repair. Lena had "
            "knocked the left mirror at the gate.",
        ),
        question="At 7:00 PM, Maya told the car: 'The height of the mirror as I have it since the repair.'",
        call="carcontrol_rearviewMirror_set_height_position(side='right', value=60)",
    ),
)
