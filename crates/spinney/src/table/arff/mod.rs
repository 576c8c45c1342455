//! WEKA's attribute-relation files.
