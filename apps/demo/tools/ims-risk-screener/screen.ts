import { round, sum } from "../_shared/round.ts";

export const RISKS = ["Fire", "Off-gassing", "Breakdown", "Drainage", "Slip"] as const;
export type Risk = (typeof RISKS)[number];

/** What lies on the ground now, and its own risk of each kind from 0 to 100, in the order of `RISKS`. */
export const COVERS = {
  hardwood: { name: "Hardwood mulch", risks: [45, 10, 55, 25, 30] },
  dyed: { name: "Dyed mulch", risks: [50, 35, 50, 30, 35] },
  pineStraw: { name: "Pine straw", risks: [75, 10, 65, 15, 40] },
  bark: { name: "Bark nuggets", risks: [50, 10, 35, 15, 45] },
  rubber: { name: "Rubber mulch", risks: [80, 75, 15, 20, 30] },
  turf: { name: "Artificial turf", risks: [60, 55, 20, 50, 45] },
  gravel: { name: "Gravel", risks: [5, 0, 5, 15, 40] },
} as const satisfies Record<string, { name: string; risks: readonly [number, number, number, number, number] }>;

export interface Site {
  cover: keyof typeof COVERS;
  /** In months. */
  age: number;
  /** From the nearest wall, in metres. */
  distance: number;
  dry: boolean;
  sunny: boolean;
  /** In per cent. */
  slope: number;
  soil: "sandy" | "loam" | "clay";
  traffic: "none" | "some" | "busy";
}

export const LEVELS = ["Low", "Moderate", "High", "Severe"] as const;

interface Reason {
  points: number;
  because: string;
}

/** What the site adds to each risk, or takes from it. */
function reasonsOf({ cover, age, distance, dry, sunny, slope, soil, traffic }: Site): Record<Risk, Reason[]> {
  const organic = ["hardwood", "dyed", "pineStraw", "bark"].includes(cover);
  const synthetic = cover === "rubber" || cover === "turf";
  const when = (holds: boolean, points: number, because: string): Reason[] => (holds ? [{ points, because }] : []);
  return {
    Fire: [
      ...when(cover !== "gravel" && distance < 1.5, 20, "closer than 1.5 m to a wall"),
      ...when(cover !== "gravel" && dry, 15, "dry climate"),
    ],
    "Off-gassing": when(synthetic && sunny, 15, "full sun heats it"),
    Breakdown: [
      ...when(organic && age >= 24, 25, "older than two years"),
      ...when(organic && age >= 12 && age < 24, 15, "older than a year"),
      ...when(organic && !dry, 10, "damp climate"),
    ],
    Drainage: [
      ...when(soil === "clay", 25, "clay below"),
      ...when(soil === "sandy", -10, "sand below"),
      ...when(organic && age >= 24, 10, "matted with age"),
      ...when(slope >= 15, -5, "water runs off the slope"),
    ],
    Slip: [
      ...when(slope >= 15, 25, "steep: 15 % or more"),
      ...when(slope >= 5 && slope < 15, 10, "sloping"),
      ...when(traffic === "busy", 20, "many people walk on it"),
      ...when(traffic === "some", 10, "people walk on it"),
    ],
  };
}

const HELP: Readonly<Record<Risk, string>> = {
  Fire: "Keep 1.5 m along walls clear, or lay a toasted mulch there",
  "Off-gassing": "Take it away from where children play and people sit",
  Breakdown: "Replace it now; a toasted mulch holds for years",
  Drainage: "Loosen the ground below and lay a coarser mulch",
  Slip: "Lay an interlocking mulch, or a step on the steepest part",
};

const NOTHING = "Nothing to do";
/** The phrases of what helps. */
export const MEASURES = [NOTHING, ...Object.values(HELP)];

/** The five risks of a ground cover, highest first, and what to do. In all: 60 % the highest, 40 % the mean. */
export function screen(site: Site) {
  const reasons = reasonsOf(site);
  const rows = RISKS.map((risk, index) => {
    const base = COVERS[site.cover].risks[index]!;
    const score = Math.min(100, Math.max(0, base + sum(reasons[risk].map(({ points }) => points))));
    const because = [COVERS[site.cover].name, ...reasons[risk].map((reason) => reason.because)].join("; ");
    return { risk, score, level: levelOf(score), base, because, whatHelps: score >= 25 ? HELP[risk] : NOTHING };
  });
  const sorted = rows.toSorted((a, b) => b.score - a.score);
  const overall = round(0.6 * sorted[0]!.score + 0.4 * (sum(rows.map(({ score }) => score)) / rows.length), 1);
  return {
    summary: {
      groundCover: COVERS[site.cover].name,
      overall,
      level: levelOf(overall),
      highest: sorted[0]!.risk,
      highRisks: rows.filter(({ score }) => score >= 50).length,
      doFirst: sorted[0]!.whatHelps,
    },
    profile: rows.map(({ risk, score }) => ({ risk, score })),
    risks: sorted,
  };
}

const levelOf = (score: number) => LEVELS[Math.min(3, Math.floor(score / 25))]!;
