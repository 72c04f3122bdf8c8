import { translations } from "../_shared/translations.ts";

/** The words of this tool in German and Arabic. */
export const messages = translations({
  "{bags} more bags for {percent}%": [
    "{bags} Säcke mehr für {percent} %",
    "{bags} من الأكياس الإضافية مقابل {percent} ٪",
  ],
  "This is the best bracket": ["Das ist die beste Stufe", "هذه أفضل شريحة"],
  "Commercial Order Estimator": ["Großbestellung berechnen", "مقدّر الطلبات التجارية"],
  "Prices a bulk order: volume discount, freight by tier, tax, and what the next bracket takes.": [
    "Berechnet eine Großbestellung: Mengenrabatt, gestaffelte Fracht, Steuer und was zur nächsten Stufe fehlt.",
    "يسعّر طلبًا كبيرًا: خصم الكمية والشحن المتدرج والضريبة وما يلزم للشريحة التالية.",
  ],
  "Such as Protoast Original (protoast-original).": [
    "Etwa Protoast Original (protoast-original).",
    "مثل Protoast Original (protoast-original).",
  ],
  "What is ordered": ["Was bestellt wird", "ما يُطلب"],
  Bags: ["Säcke", "الأكياس"],
  Distance: ["Entfernung", "المسافة"],
  "From the yard, in kilometres.": ["Vom Lager, in Kilometern.", "من المستودع، بالكيلومترات."],
  Tax: ["Steuer", "الضريبة"],
  "Per cent, on goods and freight.": ["Prozent, auf Ware und Fracht.", "نسبة مئوية على البضاعة والشحن."],
  km: ["km", "كم"],
  Total: ["Gesamt", "الإجمالي"],
  Goods: ["Ware", "البضاعة"],
  "Volume discount": ["Mengenrabatt", "خصم الكمية"],
  "Comes off": ["Wird abgezogen", "يُخصم"],
  Freight: ["Fracht", "الشحن"],
  Pallets: ["Paletten", "المنصات"],
  "A bag, delivered": ["Ein Sack, geliefert", "الكيس مع التوصيل"],
  "Next bracket": ["Nächste Stufe", "الشريحة التالية"],
  Each: ["Je Stück", "للواحد"],
  Amount: ["Betrag", "المبلغ"],
  "Pallets of the tier": ["Paletten der Staffel", "منصات الشريحة"],
  Estimate: ["Berechnen", "قدّر"],
  "The order": ["Die Bestellung", "الطلب"],
  "The delivery": ["Die Lieferung", "التوصيل"],
  "Line by line": ["Zeile für Zeile", "سطرًا بسطر"],
  "Freight by tier": ["Fracht nach Staffel", "الشحن حسب الشريحة"],
  "{count} bags": [
    { one: "{count} Sack", other: "{count} Säcke" },
    { one: "كيس واحد", two: "كيسان", few: "{count} أكياس", other: "{count} كيسًا" },
  ],
});
