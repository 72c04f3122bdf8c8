import type { ScriptedPart, ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

const QUERY = `select species, count(*) as penguins, round(avg(body_mass_g)) as average_grams, string_agg(distinct island, ', ') as islands
from penguins group by species order by average_grams desc`;

const cell = (row: number, column: string): ScriptedPart => ({ result: 1, at: ["rows", row, column] });

const row = (index: number): ScriptedPart[] => [
  "| ",
  cell(index, "species"),
  " | ",
  cell(index, "penguins"),
  " | ",
  cell(index, "average_grams"),
  " | ",
  cell(index, "islands"),
  " |\n",
];

export const tables: readonly ScriptedTurn[] = [
  {
    message: examples.tables,
    steps: [
      ["I look which tables there are.", { call: "list_datasets", input: {} }],
      ["One has penguins, so I ask it.", { call: "sql", input: { query: QUERY } }],
      orElse([
        "The heaviest are the **",
        cell(0, "species"),
        "** penguins, with ",
        cell(0, "average_grams"),
        " g on average.\n\n| Species | Penguins | Grams | Islands |\n| --- | ---: | ---: | --- |\n",
        ...[0, 1, 2].flatMap(row),
        "\nThe numbers are those of the Palmer Station on Antarctica; open-data/README.md names their source and licence.",
      ]),
    ],
  },
];
