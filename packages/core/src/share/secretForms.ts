/**
 * Secrets that are known by their form, whatever they are called. The prefixes are those that the providers document,
 * as gitleaks (config/gitleaks.toml) and secretlint collect them.
 *
 * A form is a beginning and a run of characters behind it, and nothing that has to follow the run: so a text that
 * nearly matches costs as much as its length, and never its square.
 */
interface SecretForm {
  provider: string;
  /** How it begins, as the source of a pattern without a repetition that is not bounded. */
  start: string;
  /** The characters of the run, as the inside of a class. */
  run: string;
  least: number;
  /** Unless given, the run is as long as it is. */
  most?: number;
  /** Segments of the same characters may follow, each behind a dot. */
  dotted?: number;
}

const WORD = String.raw`\w-`;
const HEX = "a-fA-F0-9";
const ALNUM = "A-Za-z0-9";

const form = (
  provider: string,
  start: string,
  least: number,
  run = WORD,
  more: Partial<SecretForm> = {},
): SecretForm => ({
  provider,
  start,
  run,
  least,
  ...more,
});

export const SECRET_FORMS: readonly SecretForm[] = [
  form("Callboard", "(?:cbe|cbo|sk)_", 20),
  form("Callboard link", "/api/shared/", 20),
  form("JSON Web Token", "eyJ", 14, WORD, { dotted: 4 }),
  form("OpenAI, Anthropic, Stripe, Clerk", "(?:sk|pk|rk|whsec|skhsh)[-_]", 12),
  form("GitHub", "(?:gh[opusr]_|github_pat_)", 12),
  form("GitLab", "(?:gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct)-|GR1348941)", 12),
  form("Slack", "(?:xox[abceoprs]-|xapp-|xoxe\\.xox[bp]-)", 10),
  form("Slack webhook", "hooks\\.slack\\.com/(?:services|workflows|triggers)/", 12, "\\w/-"),
  form("Discord webhook", "discord(?:app)?\\.com/api/webhooks/", 20, "\\w/-"),
  form("Microsoft Teams webhook", "\\.webhook\\.office\\.com/webhookb2/", 12, "\\w/@-"),
  form("Telegram", "\\d{8,10}:AA", 30),
  form("PyPI", "pypi-AgE", 16),
  form("npm, RubyGems, Clojars, crates.io", "(?:npm_|rubygems_|CLOJARS_|cio)", 28, ALNUM),
  form("Hugging Face, Replicate, Groq, xAI, Perplexity", "(?:hf_|r8_|gsk_|xai-|pplx-)", 18, ALNUM),
  form("LangSmith, Pinecone, Tavily, Jina", "(?:lsv2_(?:pt|sk)_|pcsk_|tvly-|jina_)", 16),
  form("Firecrawl", "fc-", 32, HEX),
  form("Google", "(?:AIza|ya29\\.|GOCSPX-|1//0)", 20),
  form("Amazon Web Services", "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)", 16, "A-Z2-7", { most: 20 }),
  form("Amazon Bedrock", "(?:ABSK|bedrock-api-key-)", 40, "\\w+/=-"),
  form("Microsoft Entra", "[\\w~.-]{3}8Q~", 31, "\\w~.-", { most: 36 }),
  form("DigitalOcean", "do[opr]_v1_", 24),
  form(
    "Doppler, Dynatrace, Harness",
    "(?:dp\\.(?:pt|st|ct|sa|scim|audit)\\.|dt0c01\\.|[ps]at\\.[\\w-]{22}\\.)",
    16,
    "\\w.-",
  ),
  form("Databricks", "dapi", 32, HEX),
  form("Linear, Notion, Figma, Typeform", "(?:lin_(?:api|oauth)_|ntn_|figd_|tfp_)", 20),
  form("Notion", "secret_", 32, ALNUM),
  form("Shopify", "shp(?:at|ca|pa|ss|tka)_", 20),
  form("Square", "(?:sq0(?:atp|csp|idp)-|EAAA)", 20),
  form("Facebook", "EAA[MCG]?", 30, ALNUM),
  form("SendGrid", "SG\\.", 16, "\\w.-"),
  form("Mailgun", "(?:key|pubkey)-", 32, HEX),
  form("Mailchimp", `[${HEX}]{32}-us`, 1, "0-9", { most: 2 }),
  form("Twilio", "(?:SK|AC)", 32, HEX),
  form("Postman, Pulumi, New Relic", "(?:PMAK-|pul-|NRAK-|NRJS-|NRII-|NRRA-)", 16),
  form("HashiCorp", "(?:hv[sbr]\\.|[A-Za-z0-9]{14}\\.atlasv1\\.)", 20),
  form("Grafana", "(?:glc_|glsa_)", 20, "\\w+/=-"),
  form("Sentry", "(?:sntrys_|sntryu_)", 20, "\\w+/=-"),
  form("Atlassian", "(?:ATATT3|ATCTT3|ATBB|ATOA)", 16, "\\w=-"),
  form("Cloudflare", "v1\\.0-", 40, "a-f0-9-"),
  form("Dropbox", "sl\\.", 40),
  form("age", "AGE-SECRET-KEY-1", 20, "A-Z0-9"),
  form("Fly.io", "(?:fo1_|fm[12][ar]?_|FlyV1 fm2_)", 20, "\\w+/=,-"),
  form("PlanetScale", "pscale_(?:tkn|pw|oauth)_", 16, "\\w.=-"),
  form("Prefect, ReadMe, Netlify, Neon, Render", "(?:pn[ub]_|rdme_|nfp_|napi_|rnd_)", 20, ALNUM),
  form("Resend", "re_[A-Za-z0-9]{8}_", 16, ALNUM),
  form("Supabase, Vercel", "(?:sbp_|sb_secret_|vc[paikr]_|vercel_blob_rw_)", 20),
  form("Airtable", "pat[A-Za-z0-9]{14}\\.", 40),
  form("HubSpot", "pat-(?:na|eu|ap)\\d-", 20),
  form("1Password", "(?:ops_|A3-)", 30),
  form("Docker", "dckr_[po]at_", 16),
  form("Artifactory", "(?:AKCp|cmVmdGtu)", 30, ALNUM),
  form("Contentful, Duffel, Frame.io, Heroku", "(?:CFPAT-|duffel_(?:test|live)_|fio-u-|HRKU-)", 20, "\\w=-"),
  form("Infracost", "ico-", 32, ALNUM),
  form("EasyPost", "EZ[AT]K", 40, ALNUM),
  form("Yandex, Alibaba, Tencent, Adobe", "(?:t1\\.[A-Z0-9a-z_-]{1,40}\\.|AQVN|LTAI|AKID|p8e-)", 16),
  form(
    "Flutterwave, Plaid, Shippo",
    "(?:FLWSECK(?:_TEST)?-|access-(?:sandbox|development|production)-|shippo_(?:live|test)_)",
    16,
  ),
  form("Octopus Deploy", "API-", 20, "A-Z0-9"),
  form("OpenShift, SonarQube", "(?:sha256~|sq[puaj]_)", 20),
  form("Buildkite, CircleCI, Scalingo, Snyk", "(?:bkua_|CCIPAT_|tk-us-|snyk_)", 20),
  form("X", "A{20}", 30, "\\w%"),
  form("Authorization header", "[Bb][Ee][Aa][Rr][Ee][Rr]\\s{1,8}", 8, "\\w.~+/=-"),
  form("Authorization header", "[Bb][Aa][Ss][Ii][Cc]\\s{1,8}(?=[A-Za-z+/]{0,20}[\\d+/=A-Z])", 8, "\\w+/=-"),
];

const sourceOf = ({ start, run, least, most, dotted }: SecretForm): string =>
  `${start}[${run}]{${least},${most ?? ""}}${dotted ? `(?:\\.[${run}]*){0,${dotted}}` : ""}`;

/** One form as a pattern of its own. */
export const patternOf = (one: SecretForm): RegExp => new RegExp(`(?<![A-Za-z0-9])${sourceOf(one)}`, "g");

/** All forms at once. */
export const anySecretForm = (): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${SECRET_FORMS.map(sourceOf).join("|")})`, "g");
