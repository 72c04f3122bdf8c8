/**
 * `npm run release:loader`: freezes the loader of embeds under its version, as a release does. Its text and hash are
 * kept in packages/embed/released and served by every host from then on; a loader that changes afterwards takes another
 * version.
 */
import { readLoaderVersions, releaseLoader } from "./embed.mjs";

const isNew = await releaseLoader();
const { version, released } = readLoaderVersions();
console.log(
  isNew ? `Released the loader ${version}: ${released[version]?.file}` : `The loader ${version} is released.`,
);
