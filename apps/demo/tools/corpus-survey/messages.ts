import type { ToolDefinition } from "@callboard/core";

/** The words of this tool in German and Arabic. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: {
    knowledge: "Wissen",
    "Corpus Survey": "Dokumentation vermessen",
    "Counts and compares the documentation that ships with the installed packages.":
      "Zählt und vergleicht die Dokumentation, die mit den installierten Paketen kommt.",
    "There is no Markdown in the installed packages. Run npm install and try again.":
      "In den installierten Paketen gibt es kein Markdown. Führen Sie npm install aus und versuchen Sie es noch einmal.",
    "No installed package whose name contains “{name}” ships Markdown. Shorten the name, or leave it empty for all.":
      "Kein installiertes Paket, dessen Name „{name}“ enthält, bringt Markdown mit. Kürzen Sie den Namen, oder lassen Sie ihn für alle leer.",
    Packages: "Pakete",
    "A part of the package's name, such as react; empty surveys all.":
      "Ein Teil des Paketnamens, zum Beispiel react; leer vermisst alle.",
    "At most": "Höchstens",
    "How many files to read.": "Wie viele Dateien gelesen werden.",
    Pause: "Pause",
    "Milliseconds to wait after each file; 0 is as fast as the disk.":
      "Millisekunden Wartezeit nach jeder Datei; 0 ist so schnell wie die Festplatte.",
    Files: "Dateien",
    Words: "Wörter",
    "Code examples": "Codebeispiele",
    Links: "Links",
    "Most words in": "Meiste Wörter in",
    "Could not be read": "Nicht lesbar",
    "Left out by the limit": "Wegen der Grenze ausgelassen",
    Package: "Paket",
    Headings: "Überschriften",
    Term: "Begriff",
    Times: "Anzahl",
    Survey: "Vermessen",
    "All packages": "Alle Pakete",
    files: "Dateien",
    ms: "ms",
    Summary: "Zusammenfassung",
    "Most used terms": "Häufigste Begriffe",
    "By package": "Nach Paket",
    "all packages": "alle Pakete",
    "packages like {name}": "Pakete wie {name}",
    "Looking for documentation": "Dokumentation wird gesucht",
    "Reading {file}": "{file} wird gelesen",
    "All is counted": "Alles ist gezählt",
  },
  ar: {
    knowledge: "المعرفة",
    "There is no Markdown in the installed packages. Run npm install and try again.":
      "لا يوجد Markdown في الحزم المثبّتة. نفّذ npm install ثم حاول مرة أخرى.",
    "No installed package whose name contains “{name}” ships Markdown. Shorten the name, or leave it empty for all.":
      "لا توجد حزمة مثبّتة يحتوي اسمها على «{name}» ومعها Markdown. قصّر الاسم، أو اتركه فارغًا لكل الحزم.",
    "Corpus Survey": "مسح الوثائق",
    "Counts and compares the documentation that ships with the installed packages.":
      "يحصي الوثائق المرفقة بالحزم المثبّتة ويقارن بينها.",
    Packages: "الحزم",
    "A part of the package's name, such as react; empty surveys all.":
      "جزء من اسم الحزمة، مثل react؛ وإن تُرك فارغًا شمل كل الحزم.",
    "At most": "على الأكثر",
    "How many files to read.": "كم ملفًا يُقرأ.",
    Pause: "توقف",
    "Milliseconds to wait after each file; 0 is as fast as the disk.":
      "عدد الميلي ثانية بعد كل ملف؛ 0 بأقصى سرعة للقرص.",
    Files: "الملفات",
    Words: "الكلمات",
    "Code examples": "أمثلة الشيفرة",
    Links: "الروابط",
    "Most words in": "أكثر الكلمات في",
    "Could not be read": "تعذّرت قراءتها",
    "Left out by the limit": "تُركت بسبب الحد",
    Package: "الحزمة",
    Headings: "العناوين",
    Term: "المصطلح",
    Times: "المرات",
    Survey: "مسح",
    "All packages": "كل الحزم",
    files: "ملف",
    ms: "مل.ث",
    Summary: "الملخص",
    "Most used terms": "أكثر المصطلحات استخدامًا",
    "By package": "حسب الحزمة",
    "all packages": "كل الحزم",
    "packages like {name}": "حزم مثل {name}",
    "Looking for documentation": "جارٍ البحث عن الوثائق",
    "Reading {file}": "جارٍ قراءة {file}",
    "All is counted": "تم الإحصاء",
  },
};
