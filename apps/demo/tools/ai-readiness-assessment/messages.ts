import { translations } from "../_shared/translations.ts";

/** The words of this tool in German and Arabic. */
export const messages = translations({
  "AI Readiness Assessment": ["KI-Reifegrad", "تقييم الجاهزية للذكاء الاصطناعي"],
  "Says how ready an organisation is for AI, what holds it back and what to do first.": [
    "Sagt, wie bereit eine Organisation für KI ist, was sie aufhält und was zuerst zu tun ist.",
    "يبيّن مدى جاهزية المؤسسة للذكاء الاصطناعي، وما يعيقها، وما يجب البدء به.",
  ],
  "Who is assessed": ["Wer eingeschätzt wird", "من يُقيَّم"],
  "A company, a team": ["Ein Unternehmen, ein Team", "شركة أو فريق"],
  "Ratings, 1 to 5": ["Einschätzung, 1 bis 5", "التقييم من 1 إلى 5"],
  "1: nothing is there. 3: it works in places. 5: it works everywhere, and is looked after.": [
    "1: nichts ist da. 3: es klappt stellenweise. 5: es klappt überall und wird gepflegt.",
    "1: لا شيء موجود. 3: يعمل في بعض المواضع. 5: يعمل في كل مكان ويُعتنى به.",
  ],
  Data: ["Daten", "البيانات"],
  "Is it known, clean and within reach?": ["Bekannt, sauber und erreichbar?", "هل هي معروفة ونظيفة ومتاحة؟"],
  Strategy: ["Strategie", "الاستراتيجية"],
  "Is there a problem worth solving, and a sponsor?": [
    "Gibt es ein lohnendes Problem und jemanden, der dahintersteht?",
    "هل هناك مشكلة تستحق الحل، ومن يرعاها؟",
  ],
  Technology: ["Technik", "التقنية"],
  "Can models be tried safely, and systems be connected?": [
    "Lassen sich Modelle gefahrlos erproben und Systeme anbinden?",
    "هل يمكن تجربة النماذج بأمان وربط الأنظمة؟",
  ],
  People: ["Menschen", "الناس"],
  "Do they have the skills, and time for it?": ["Haben sie Können und Zeit dafür?", "هل لديهم المهارة والوقت لذلك؟"],
  Governance: ["Regeln", "الحوكمة"],
  "Is it clear what is allowed, and who decides?": [
    "Ist klar, was erlaubt ist und wer entscheidet?",
    "هل من الواضح ما المسموح ومن يقرر؟",
  ],
  Processes: ["Abläufe", "العمليات"],
  "Are they written down and measured?": ["Sind sie aufgeschrieben und gemessen?", "هل هي مكتوبة ومقيسة؟"],
  Assessed: ["Eingeschätzt", "المُقيَّم"],
  "Readiness out of 100": ["Reife von 100", "الجاهزية من 100"],
  Level: ["Stufe", "المستوى"],
  "Strongest in": ["Am stärksten bei", "الأقوى في"],
  "Held back by": ["Aufgehalten durch", "يعيقه"],
  "Do first": ["Zuerst tun", "ابدأ بـ"],
  Dimension: ["Bereich", "المجال"],
  Rating: ["Einschätzung", "التقييم"],
  "Weight (%)": ["Gewicht (%)", "الوزن (%)"],
  Points: ["Punkte", "النقاط"],
  "Points to gain": ["Punkte zu gewinnen", "نقاط يمكن كسبها"],
  "Next step": ["Nächster Schritt", "الخطوة التالية"],
  Assess: ["Einschätzen", "قيّم"],
  Profile: ["Profil", "الملف"],
  "Where most is to be gained": ["Wo am meisten zu gewinnen ist", "أين المكسب الأكبر"],
  "All dimensions": ["Alle Bereiche", "كل المجالات"],
});
