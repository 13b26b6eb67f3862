/** Characters of a password that is being chosen; decisions.md, "Sessions, accounts, mail". */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
