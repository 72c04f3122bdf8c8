/**
 * Words that say nothing about what is wanted: they join other words, greet, ask or thank. English, German and Arabic,
 * as `wordsOf` gives them.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about again all also am an and any are arent as at be been being but by can cant could couldnt d did didnt do does doesnt doing done dont " +
    "each else for from get give go going gonna good got had has have havent having he hello help her here hers hey hi him his how however i if im in into is isnt it its itself ive just know let lets " +
    "like ll looking m make makes many may maybe me might mine more most much must my myself need needs no nor not now of off ok okay on one or other our ours out over own " +
    "please re s say see she should show so some something somebody someone still such t tell than thank thanks that thats the their them then there these they thing things this those through to today too " +
    "try trying under until up us use using ve very want wanted wants was we well were what whats when where which while who whose why will wish with within without wont would yes yet you your yours yourself " +
    "able anyone anything every everything id ill lot provide really " +
    "aber alle alles als auch auf aus bei bin bis bitte da danke das dass dein dem den der des dich die dies diese diesen dieser " +
    "dieses dir doch du ein eine einem einen einer eines er es etwas fur gib gibt guten hab habe haben hallo hat helfen hilf ich ihm ihn ihr ihre im " +
    "ist ja jetzt kann kannst kein keine konnen konntest mach machen mal man mein meine meinem meinen meiner mich mir mit mochte muss nach " +
    "nein nicht noch nun nur ob oder sag sagen sein sich sie sind tag um und uns unter viel viele vom von vor wann war waren warum was " +
    "welche welchem welchen welcher welches wenn wer werden wie wir wird wo zeig zeige zu zum zur uber " +
    "ما ماذا من هل كم كيف اين متى لماذا اي في على عن الى مع او ثم ان هذا هذه ذلك تلك هناك هنا التي الذي هو هي انا انت نحن لي لك لنا كان يكون تكون قد لا نعم " +
    "كل بعض بعد قبل عند اريد ارجو رجاء فضلك يمكن يمكنك يمكنني ممكن اعطني اخبرني ساعدني مرحبا شكرا الان فقط ايضا"
  ).split(" "),
);
