// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Page } from "./Page.tsx";

test("a page that uses the kit can be unit-tested", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const save = vi.fn();
  const place = document.body.appendChild(document.createElement("div"));
  await act(async () => createRoot(place).render(<Page save={save} />));
  const submit = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Split");
  await act(async () => submit!.click());
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ bill: 60, guests: ["Ada"] }));
});
