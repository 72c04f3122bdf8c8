// All that this page does with the tools in it: their theme, and a list of what they tell.
const tools = [...document.querySelectorAll("callboard-tool")];
const list = document.querySelector("#events");
const theme = document.querySelector("#theme");

const showTheme = () => {
  document.documentElement.dataset.theme = theme.value;
  for (const tool of tools) tool.setAttribute("theme", theme.value);
};
theme.addEventListener("change", showTheme);
// A browser may bring back what was chosen before a reload.
showTheme();

document.querySelector("#lang").addEventListener("change", ({ target }) => target.form.submit());

const toldAt = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium" });
for (const type of ["ready", "submitted", "completed", "failed"]) {
  document.addEventListener(`callboard:${type}`, (event) => {
    document.querySelector("#none")?.remove();
    const item = document.createElement("li");
    const tool = event.target.getAttribute("tool");
    const detail = event.detail ? ` ${JSON.stringify(event.detail)}` : "";
    item.textContent = `${toldAt.format(Date.now())}  callboard:${type}  ${tool}${detail}`;
    list.append(item);
  });
}
