const names = "year|id|pid|uid|zip|port|code|isbn|ean|phone|fax|extension|postcode|pin|imei";

/** Keys of numbers that name something: they are read digit by digit, so nothing stands between the digits. */
const namesThing = new RegExp(`(?:^|[^a-z])(?:${names})$`, "i");
const namesThingInCamelCase = /[a-z](?:Year|Id|ID|Zip|Port|Code|Phone|Pin)$/;
/** `account_number`, `invoiceNo`: a number of something, which is its name. */
const numberOf =
  /(?:^|[a-z]|[_\s-])(?:account|card|customer|invoice|iban|license|order|phone|serial|tax|ticket)[_\s-]?(?:no|nr|num|number)$/i;

/** Whether the numbers under a key are names, as years, ids and phone numbers are: they are written without groups. */
export const isNumberName = (key: string): boolean =>
  namesThing.test(key) || namesThingInCamelCase.test(key) || numberOf.test(key);
