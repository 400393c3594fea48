/* What glibc's headers make of library functions with _FORTIFY_SOURCE. Checked with gcc. */
#include <assert.h>
#include <string.h>

int main(void) {
    char text[20], other[20];
    assert(__builtin___sprintf_chk(text, 1, sizeof text, "%d-%s", 5, "ab") == 4 && strcmp(text, "5-ab") == 0);
    assert(__builtin___snprintf_chk(text, 4, 1, sizeof text, "%d", 12345) == 5 && strcmp(text, "123") == 0);
    __builtin___memcpy_chk(other, text, 4, sizeof other);
    __builtin___strcat_chk(other, "4", sizeof other);
    assert(strcmp(other, "1234") == 0);
    __builtin___memset_chk(other, 'x', 3, __builtin_object_size(other, 0));
    assert(other[2] == 'x' && other[3] == '4');
    return 0;
}
