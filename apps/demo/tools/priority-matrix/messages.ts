import type { ToolDefinition } from "@callboard/core";

/** The words of this tool in German and Arabic. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: {
    analysis: "Analyse",
    "Priority Matrix": "Prioritätenmatrix",
    "Sorts things to do by impact and effort, and says what to start with.":
      "Ordnet Vorhaben nach Wirkung und Aufwand und sagt, womit man anfängt.",
    Items: "Vorhaben",
    "An impact of 10 changes everything; an effort of 10 takes a year.":
      "Wirkung 10 ändert alles, Aufwand 10 dauert ein Jahr.",
    What: "Was",
    "Impact, 1 to 10": "Wirkung, 1 bis 10",
    "Effort, 1 to 10": "Aufwand, 1 bis 10",
    "Weight of impact": "Gewicht der Wirkung",
    "Per cent of the score that impact decides; effort decides the rest.":
      "Anteil der Wertung in Prozent, den die Wirkung bestimmt; den Rest bestimmt der Aufwand.",
    "Where “high” begins": "Ab wann etwas „hoch“ ist",
    "scale: above 5.5, the middle of the scale. median: above the median of this list.":
      "scale: über 5,5, der Mitte der Skala. median: über dem Median dieser Liste.",
    "Start with": "Zuerst",
    "Quick wins": "Schnelle Erfolge",
    "Major projects": "Große Projekte",
    "Fill-ins": "Lückenfüller",
    "Time sinks": "Zeitfresser",
    Rank: "Rang",
    Score: "Wertung",
    "0 to 100.": "0 bis 100.",
    Item: "Vorhaben",
    Quadrant: "Quadrant",
    Impact: "Wirkung",
    Effort: "Aufwand",
    Prioritise: "Ordnen",
    "The middle of the scale is 5.5; the median is that of this list.":
      "Die Mitte der Skala ist 5,5; der Median ist der dieser Liste.",
    "Middle of the scale": "Mitte der Skala",
    "Median of the list": "Median der Liste",
    Summary: "Zusammenfassung",
    Order: "Reihenfolge",
    "Impact and effort": "Wirkung und Aufwand",
    "All items": "Alle Vorhaben",
    "{count} items, from {first} to {last}": "{count} Vorhaben, von {first} bis {last}",
  },
  ar: {
    analysis: "التحليل",
    "Priority Matrix": "مصفوفة الأولويات",
    "Sorts things to do by impact and effort, and says what to start with.":
      "يرتب المهام حسب الأثر والجهد ويقترح بأيها تبدأ.",
    Items: "العناصر",
    "An impact of 10 changes everything; an effort of 10 takes a year.": "الأثر 10 يغيّر كل شيء، والجهد 10 يستغرق سنة.",
    What: "ماذا",
    "Impact, 1 to 10": "الأثر، من 1 إلى 10",
    "Effort, 1 to 10": "الجهد، من 1 إلى 10",
    "Weight of impact": "وزن الأثر",
    "Per cent of the score that impact decides; effort decides the rest.":
      "النسبة المئوية من الدرجة التي يحددها الأثر؛ والباقي يحدده الجهد.",
    "Where “high” begins": "أين يبدأ «المرتفع»",
    "scale: above 5.5, the middle of the scale. median: above the median of this list.":
      "scale: فوق 5.5، منتصف المقياس. median: فوق وسيط هذه القائمة.",
    "Start with": "ابدأ بـ",
    "Quick wins": "مكاسب سريعة",
    "Major projects": "مشاريع كبرى",
    "Fill-ins": "مهام ثانوية",
    "Time sinks": "مضيعات الوقت",
    Rank: "الترتيب",
    Score: "الدرجة",
    "0 to 100.": "من 0 إلى 100.",
    Item: "العنصر",
    Quadrant: "الربع",
    Impact: "الأثر",
    Effort: "الجهد",
    Prioritise: "رتّب",
    "The middle of the scale is 5.5; the median is that of this list.":
      "منتصف المقياس 5.5؛ والوسيط هو وسيط هذه القائمة.",
    "Middle of the scale": "منتصف المقياس",
    "Median of the list": "وسيط القائمة",
    Summary: "الملخص",
    Order: "الترتيب",
    "Impact and effort": "الأثر والجهد",
    "All items": "كل العناصر",
    "{count} items, from {first} to {last}": {
      two: "عنصران، من {first} إلى {last}",
      few: "{count} عناصر، من {first} إلى {last}",
      many: "{count} عنصرًا، من {first} إلى {last}",
      other: "{count} عنصر، من {first} إلى {last}",
    },
  },
};
