/** Characters without width, which are pasted along: byte order marks, soft hyphens and others. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Those, and spaces and line breaks. */
const INVISIBLE_OR_SPACE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\s\p{Cc}]+/gu;

/** A text that looks empty. */
export const BLANK = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\s\p{Cc}]*$/u;

export const withoutInvisible = (text: string) => text.replace(INVISIBLE, '');

export const withoutInvisibleAndSpaces = (text: string) => text.replace(INVISIBLE_OR_SPACE, '');
