import { translations } from "../_shared/translations.ts";

/** The words of this tool in German and Arabic. */
export const messages = translations({
  "No image model is connected: a local stand-in laid the product's colour over the lower part of the photo.": [
    "Kein Bildmodell ist verbunden: Ein lokaler Ersatz hat die Farbe des Produkts über den unteren Teil des Fotos gelegt.",
    "لا يوجد نموذج صور متصل: وضع بديل محلي لون المنتج فوق الجزء السفلي من الصورة.",
  ],
  "An impression by an image model; the real bed may look otherwise.": [
    "Ein Eindruck von einem Bildmodell; das wirkliche Beet kann anders aussehen.",
    "انطباع من نموذج صور؛ وقد يبدو الحوض الحقيقي مختلفًا.",
  ],
  "Before & After Visualizer": ["Vorher-Nachher-Bild", "عارض قبل وبعد"],
  "Shows a photo of a planter before, and after with a product laid in it.": [
    "Zeigt ein Foto eines Beets vorher, und nachher mit einem Produkt darin.",
    "يعرض صورة الحوض قبل فرش المنتج وبعده.",
  ],
  "Such as Protoast Original (protoast-original).": [
    "Etwa Protoast Original (protoast-original).",
    "مثل Protoast Original (protoast-original).",
  ],
  'There is no bag of {product} "{wanted}". Choose one of {all}.': [
    "Von {product} gibt es keinen Sack „{wanted}“. Wählen Sie einen von {all}.",
    "لا يوجد كيس «{wanted}» من {product}. اختر واحدًا من {all}.",
  ],
  "No bag of {product} is sold now. Choose another product.": [
    "Von {product} wird derzeit kein Sack verkauft. Wählen Sie ein anderes Produkt.",
    "لا يُباع حاليًا أي كيس من {product}. اختر منتجًا آخر.",
  ],
  "The photo is no file of this workspace. Upload it in the form.": [
    "Das Foto ist keine Datei dieses Arbeitsbereichs. Laden Sie es im Formular hoch.",
    "الصورة ليست ملفًا في مساحة العمل هذه. ارفعها في النموذج.",
  ],
  Photo: ["Foto", "الصورة"],
  "The planter as it is now.": ["Das Beet, wie es jetzt ist.", "الحوض كما هو الآن."],
  Bag: ["Sack", "الكيس"],
  "A size of the product; its first unless given.": [
    "Eine Größe des Produkts; sonst die erste.",
    "حجم من المنتج؛ وإلا فالأول.",
  ],
  Ground: ["Boden", "الأرض"],
  "How much of the photo's height, from below, is ground.": [
    "Wie viel der Höhe des Fotos, von unten, Boden ist.",
    "كم من ارتفاع الصورة، من أسفل، أرض.",
  ],
  Wishes: ["Wünsche", "رغبات"],
  "Such as: leave the stones free.": ["Etwa: die Steine frei lassen.", "مثل: اترك الحجارة ظاهرة."],
  Before: ["Vorher", "قبل"],
  After: ["Nachher", "بعد"],
  "Edited by": ["Bearbeitet von", "عدّلها"],
  Note: ["Hinweis", "ملاحظة"],
  "Show it": ["Zeigen", "اعرض"],
  "How it was made": ["Wie es entstand", "كيف صُنعت"],
  "editing the photo": ["Das Foto wird bearbeitet", "تعديل الصورة"],
});
