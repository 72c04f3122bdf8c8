import { z } from "zod";

export const contact = z.object({
  email: z.email().meta({ title: "E-mail" }),
  text: z.string().min(10, "Say a little more").meta({ title: "Message" }),
});
