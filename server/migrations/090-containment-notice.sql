-- reason is for operators. notice is what they wrote for the agency, which its audit log shows; null where they wrote nothing.
ALTER TABLE containments ADD COLUMN notice text;
