/** Characters without width, which are pasted along: byte order marks, soft hyphens and others. */
const WITHOUT_WIDTH = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const BLANKS = /[\s\p{Cc}]+/gu;

export const withoutInvisible = (text: string): string => text.replace(WITHOUT_WIDTH, '');

/** A text without the characters that nobody sees, at its ends and inside: blanks and line ends, too. */
export const withoutUnseen = (text: string): string => withoutInvisible(text).replace(BLANKS, '');
