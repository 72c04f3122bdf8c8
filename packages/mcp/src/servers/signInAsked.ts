/** A server wants to know who asks before it says anything. */
export class SignInAsked extends Error {
  override readonly name = "SignInAsked";

  constructor(options?: ErrorOptions) {
    super(
      "it asks for a sign-in. Sign in on its page, or give it a header with a key or a token that it takes",
      options,
    );
  }
}

/** A sign-in could not be begun or renewed now; another try may. */
export class SignInFailed extends Error {
  override readonly name = "SignInFailed";
}
