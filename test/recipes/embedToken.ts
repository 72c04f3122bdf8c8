export async function tokenFor(visitor: string): Promise<string> {
  const response = await fetch("https://tools.example.com/api/embed/tokens", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process.env["CALLBOARD_EMBED_SECRET"]}` },
    body: JSON.stringify({ origin: "https://www.example.com", subject: visitor, expiresIn: 600 }),
  });
  if (!response.ok) throw new Error(`No token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}
