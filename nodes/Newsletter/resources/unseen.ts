/** Characters without width, which are pasted along: byte order marks, soft hyphens and others. */
const WITHOUT_WIDTH = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Those, and spaces and line breaks. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\s\p{Cc}]+/gu;
export const ONLY_UNSEEN = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\s\p{Cc}]*$/u;

export const withoutInvisible = (text: string): string => text.replace(WITHOUT_WIDTH, '');

/** A text without the characters that nobody sees, at its ends and inside. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');
