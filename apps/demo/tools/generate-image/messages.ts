import { translations } from "../_shared/translations.ts";

/** The words of this tool in German and Arabic. */
export const messages = translations({
  "No image model is connected, so {model} was not asked: a local stand-in drew these colours of the request alone.": [
    "Kein Bildmodell ist verbunden, darum wurde {model} nicht gefragt: Ein lokaler Ersatz hat diese Farben allein aus der Anfrage gezeichnet.",
    "لا يوجد نموذج صور متصل، فلم يُسأل {model}: رسم بديل محلي هذه الألوان من الطلب وحده.",
  ],
  "Generate Image": ["Bild erzeugen", "توليد صورة"],
  "Makes a picture of a description, going by reference pictures where there are some.": [
    "Macht aus einer Beschreibung ein Bild, nach Vorlagen, wo es welche gibt.",
    "يصنع صورة من وصف، مستندًا إلى صور مرجعية إن وُجدت.",
  ],
  "What it shows": ["Was es zeigt", "ما تُظهره"],
  "Subject, style and light, in words.": ["Motiv, Stil und Licht, in Worten.", "الموضوع والأسلوب والإضاءة بالكلمات."],
  Model: ["Modell", "النموذج"],
  Size: ["Format", "المقاس"],
  Square: ["Quadrat", "مربع"],
  Wide: ["Quer", "عريض"],
  Tall: ["Hoch", "طويل"],
  "Reference pictures": ["Vorlagen", "صور مرجعية"],
  "Up to four. With one the picture is edited.": [
    "Bis zu vier. Mit einer wird das Bild bearbeitet.",
    "حتى أربع. ومع واحدة تُعدَّل الصورة.",
  ],
  "Made by": ["Gemacht von", "صنعها"],
  "Stand-in": ["Platzhalter", "بديل"],
  "The picture": ["Das Bild", "الصورة"],
  "How it was made": ["Wie es entstand", "كيف صُنعت"],
  Generate: ["Erzeugen", "ولّد"],
  "A reference picture is no file of this workspace. Upload it in the form.": [
    "Eine Vorlage ist keine Datei dieses Arbeitsbereichs. Laden Sie sie im Formular hoch.",
    "إحدى الصور المرجعية ليست ملفًا في مساحة العمل هذه. ارفعها في النموذج.",
  ],
  "asking {model}": ["{model} wird gefragt", "سؤال {model}"],
});
